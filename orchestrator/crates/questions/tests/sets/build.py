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


good = True
for part in sys.argv[1:] or ["practised", "frozen"]:
    builder = Builder(HERE / part, load(HERE / part / "tables.py").TABLES)
    load(HERE / part / "questions.py").write(builder)
    good &= builder.finish()
sys.exit(0 if good else 1)
