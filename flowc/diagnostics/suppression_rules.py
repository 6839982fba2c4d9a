"""What can be wrong with a comment that hides findings (:mod:`flowc.diagnostics.suppression`)."""

from flowc.diagnostics.diagnostic import Rule, Severity

HIDES_ERROR = Rule("FLOW016", Severity.ERROR, "a comment that would hide an error")
"""A comment can hide warnings and notes, which are matters of judgement. An error is none: the
document has no meaning or cannot run, and hiding that would not change it.

Wrong:

```flow
tool lookup(id: string) -> (text: string)

flow main(id: string) -> (text: string) {
  lookup(id)
  goto done  # flowc: ignore[FLOW140] added later
}
```

Right:

```flow
tool lookup(id: string) -> (text: string)

flow main(id: string) -> (text: string) {
  lookup(id)
  return lookup.text
}
```
"""

NOT_UNDERSTOOD = Rule("FLOW017", Severity.WARNING, "a comment to hide findings in a wrong form")
"""A comment hides findings only in the form `flowc: ignore[CODE, CODE] reason`. One that is nearly
of that form is meant to hide something, but does not.

Wrong:

```flow
agentspec "25.4.2"

BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore FLOW590 read by flowc alone
  tool_type: "plsql_exec"
}
```

Right:

```flow
agentspec "25.4.1"

BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore[FLOW590] read by flowc alone
  tool_type: "plsql_exec"
}
```
"""

HIDES_NOTHING = Rule("FLOW825", Severity.WARNING, "a comment that hides nothing")
"""A comment names a code of which nothing is found on its line, any more or ever. It would hide the
next finding of that kind, which nobody has looked at. This is only said of a file without errors.

Wrong:

```flow
agentspec "25.4.2"

BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore[FLOW590] read by flowc alone
  tool_type: "plsql_exec"
}
```

Right:

```flow
agentspec "25.4.2"

BuiltinTool status(id: string) -> (text: string) {
  tool_type: "plsql_exec"
}
```
"""

UNKNOWN_CODE = Rule("FLOW826", Severity.WARNING, "a comment that names a code of no rule")
"""Codes are written whole and in capitals, as in the messages. `flowc explain` lists all of them.

Wrong:

```flow
agentspec "25.4.2"

BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore[FLOW599] read by flowc alone
  tool_type: "plsql_exec"
}
```

Right:

```flow
agentspec "25.4.1"

BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore[FLOW590] read by flowc alone
  tool_type: "plsql_exec"
}
```
"""

NO_REASON = Rule("FLOW827", Severity.NOTE, "a finding is hidden without a reason")
"""Who reads the file next wants to know why a finding does not matter here, and whether that still
holds. The reason is what follows the codes.

Wrong:

```flow
agentspec "25.4.1"

BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore[FLOW590]
  tool_type: "plsql_exec"
}
```

Right:

```flow
agentspec "25.4.1"

BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore[FLOW590] read by flowc alone
  tool_type: "plsql_exec"
}
```
"""
