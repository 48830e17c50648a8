"""Writes the sets: `python3 build.py [practised|frozen]`; `frozen` writes `calibration` too."""
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


def names_in(path):
    """The names of a list of tables; empty where there is no list."""
    return path.read_text().split() if path.exists() else []


def main(parts):
    good = True
    for part in parts or ["practised", "frozen"]:
        tables = [table for module in load_all(HERE / part, "tables") for table in module.TABLES]
        builder = Builder(tables)
        for module in load_all(HERE / part, "questions"):
            module.write(builder)
        apart = {name for name in names_in(HERE / "calibration" / "tables.txt") if part == "frozen"}
        good &= builder.finish(HERE / part, {table.name for table in tables} - apart)
        if apart:
            good &= builder.finish(HERE / "calibration", apart)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
