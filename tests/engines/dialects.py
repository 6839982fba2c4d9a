from __future__ import annotations
from flowc.ir.types import *
from flowc.ir.types import allows_null
from flowc.testing.dialect import *
from flowc.ir.types import Type, ArrayType, ObjectType, UnionType, Scalar, AnyType, STRING, ANY, BOOLEAN, INTEGER
from flowc.testing.dialect import Dialect, TITLES

def parts(t):
    yield t
    match t:
        case ArrayType(items=i) if i is not None: yield from parts(i)
        case ObjectType(fields=fs, additional=ad):
            for f in fs or (): yield from parts(f.type)
            if isinstance(ad,(Scalar,ArrayType,ObjectType,UnionType,AnyType)): yield from parts(ad)
        case UnionType(members=ms):
            for m in ms: yield from parts(m)

def optional(t): return any(isinstance(p,ObjectType) and any(not f.required for f in p.fields or ()) for p in parts(t))
def number_or_integer(t): return any(isinstance(p,UnionType) and {'number','integer'} <= {getattr(m,'name','') for m in p.members} for p in parts(t))
def wf_holds(t): return not optional(t) and not number_or_integer(t)
def wf_feeds(a,b):
    if a==b: return True
    if isinstance(b,AnyType): return True
    if isinstance(b,Scalar) and b.enum is not None: return False
    if b.name=='string' if isinstance(b,Scalar) else False: return not allows_null(a)
    match a,b:
        case Scalar(),Scalar(): return not (a.name=='boolean' and b.name=='integer')
        case ArrayType(items=x),ArrayType(items=y): return x is not None and y is not None and wf_feeds(x,y)
        case ObjectType(fields=f,additional=p),ObjectType(fields=g,additional=q):
            return p==q and {i.name for i in f or ()}=={i.name for i in g or ()} and all(wf_feeds(i.type,j.type) for i in f or () for j in g or () if i.name==j.name)
        case _,UnionType(members=m): return a in m
    return False
def lg_feeds(a,b):
    if a==b or isinstance(b,AnyType): return True
    if isinstance(b,Scalar):
        if b.enum is not None: return False
        if b.name=='string': return True
        return isinstance(a,Scalar)
    if isinstance(b,UnionType): return a in b.members
    return False
titles=tuple(t for t in TITLES if t!='self')
WF=Dialect(titles=titles,faults=("enum violation","missing key","wrong type","raise"),holds=wf_holds,feeds=wf_feeds,converts=lambda t: isinstance(t,Scalar) and t.name!='integer',
  shared_titles=False,retyped_inputs=False,null_outputs=False,typed_keys=False,missing_edges=False,unset_inputs=False,missing_outputs=False)
LG=Dialect(titles=titles,faults=("missing key","raise"),feeds=lg_feeds,converts=lambda t: isinstance(t,Scalar) and t.enum is None,typed_keys=False,retyped_inputs=False,silent_tools=False)
