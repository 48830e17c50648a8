"""Writes both sets: `python3 build.py [practised|frozen]`."""
import importlib.util, pathlib, sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
from common import Builder  # noqa: E402


def load(path):
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_all(folder, stem):
    """The modules `<stem>.py` and `<stem>_….py` of a set."""
    return [load(path) for path in sorted(folder.glob(f"{stem}*.py"))]


good = True
for part in sys.argv[1:] or ["practised", "frozen"]:
    builder = Builder(HERE / part, [table for module in load_all(HERE / part, "tables") for table in module.TABLES])
    for module in load_all(HERE / part, "questions"):
        module.write(builder)
    good &= builder.finish()
sys.exit(0 if good else 1)
