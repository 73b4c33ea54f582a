"""Reads a Python file without running any of it, and says what is wrong:
its syntax, or a name at its top level that nothing has defined before."""

import ast
import builtins
import sys

path = sys.argv[1]
try:
    module = ast.parse(open(path, encoding="utf-8").read(), path)
except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
    sys.exit(f"{path}: {fault}")

known = set(dir(builtins)) | {"__file__", "__name__"}


def parts(node):
    """The nodes that are run when the module is: bodies of functions are not."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            yield from parts(child)


for statement in module.body:
    for node in parts(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            known.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            known.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            known.update((name.asname or name.name).split(".")[0] for name in node.names)
    for node in parts(statement):
        if isinstance(node, ast.Name) and node.id not in known:
            sys.exit(f"{path}:{node.lineno}: {node.id} is not defined")
