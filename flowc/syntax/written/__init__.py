"""How each kind of syntax is written: the parts it consists of, for :mod:`flowc.syntax.unparse`."""
