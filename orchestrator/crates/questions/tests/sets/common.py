"""Writes the tables of the question sets and computes the expected rows. Needs the package duckdb; see README.md."""
import csv, datetime, decimal, hashlib, json, math, pathlib, random, re, tempfile

import duckdb

TREND = ["line", "area", "bar", "point", "table"]
FORMS = {
    "trend": (TREND, ["arc"]),
    "cmp": (["bar", "point", "table", "arc", "number", "rect", "tick"], []),
    "num": (["number", "table", "bar", "point"], []),
    "rows": (["table", "bar", "point", "number", "line"], []),
    "part": (["bar", "arc", "area", "table", "rect"], []),
    "rel": (["point", "line", "rect", "bar", "table", "number"], []),
    "dist": (["bar", "box", "tick", "area", "point", "line"], []),
    "mat": (["rect"], []),
    "map": (["map"], []),
}
LANGUAGES = {"de", "fr", "es"}


class Table:
    """Typed rows, and how some columns are written to the CSV file."""

    def __init__(self, name, columns, rows, dirt=None):
        self.name, self.rows, self.dirt = name, rows, dirt or {}
        self.columns = [c if isinstance(c, tuple) else (c, "VARCHAR") for c in columns]
        for row in rows:
            assert len(row) == len(self.columns), (name, len(row), len(self.columns), row)

    def write(self, folder, clean=False):
        path = pathlib.Path(folder) / f"{self.name}.csv"
        with path.open("w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow([n for n, _ in self.columns])
            for i, row in enumerate(self.rows):
                cells = []
                for (name, _), v in zip(self.columns, row):
                    if not clean and name in self.dirt:
                        v = self.dirt[name](v, i)
                    cells.append("" if v is None else v)
                out.writerow(cells)
        return path


def scatter(seed):
    """A number between 0 and 1 that depends on `seed` only, for dirt that stays where it is."""
    return random.Random(f"dirt {seed}").random()


class Builder:
    def __init__(self, tables):
        self.tables = {t.name: t for t in tables}
        self.db = duckdb.connect()
        # One thread: rows without an order, and the last digit of sums, are the same on every run.
        self.db.execute("set threads=1")
        with tempfile.TemporaryDirectory() as tmp:
            for t in tables:
                kinds = ", ".join("'%s': '%s'" % (n.replace("'", "''"), k) for n, k in t.columns)
                self.db.execute(f"create table {t.name} as select * from read_csv('{t.write(tmp, clean=True)}', header=true, columns={{{kinds}}})")
        self.questions, self.dialogues, self.faults = [], [], []
        self.names, self.counts, self.used = [], {}, set()
        # Begins the ids of the next questions. They are split into a half to read (`dev`) and a half to score only (`holdout`).
        self.label = ""

    def on(self, *names):
        """The tables that the next questions are about."""
        self.names = names
        if len(names) == 1:
            self.db.execute(f"create or replace view t as select * from {names[0]}")

    def listed(self):
        self.used.update(self.names)
        return [{"name": n, "csv": f"tables/{n}.csv"} for n in self.names]

    def next_id(self, prefix=""):
        key = self.label + prefix + self.names[0]
        self.counts[key] = self.counts.get(key, 0) + 1
        return f"{key}-{self.counts[key]:02}"

    def rows(self, sql, where):
        try:
            result = self.db.execute(sql)
            names = [d[0] for d in result.description]
            rows = [[plain(v) for v in row] for row in result.fetchall()]
        except Exception as error:
            self.faults.append(f"{where}: {error}\n    {sql}")
            return None
        if not rows or all(v is None for row in rows for v in row):
            self.faults.append(f"{where}: no rows: {sql}")
        return {"columns": names, "rows": rows}

    def gold(self, form, sql, words, where):
        """`words`: tags, and options: na (must not be added), pct, top=N, top=N! (exactly), mark=a,b."""
        sql = [sql] if isinstance(sql, str) else list(sql)
        marks, forbid = (list(x) for x in FORMS[form])
        tags, gold = [], {"sql": sql}
        for word in words.split():
            if word == "na":
                forbid = ["arc", "stacked"]
            elif word == "pct":
                gold["percent"] = True
            elif word.startswith("top="):
                gold["top"] = int(word[4:].rstrip("!"))
                if word.endswith("!"):
                    gold["exact"] = True
            elif word.startswith("mark="):
                marks = word[5:].split(",")
            elif word not in LANGUAGES:
                tags.append(word)
        if form == "dist":
            gold["dist"] = True
        gold["marks"] = [m for m in marks if m not in forbid]
        if forbid:
            gold["forbid"] = forbid
        gold["rows"] = [self.rows(s, where) for s in sql]
        seen = {json.dumps(sorted(map(repr, r["rows"]))) + str(len(r["columns"])) for r in gold["rows"] if r}
        if len(seen) < len(sql):
            self.faults.append(f"{where}: alternatives are equal")
        return tags, gold

    def q(self, form, text, sql, words=""):
        """An answerable question; a tag `plain` or `computed` says what kind of quantity it needs."""
        name = self.next_id()
        tags, gold = self.gold(form, sql, words, name)
        self.add(name, text, words, "answerable", form, tags, gold)

    def no(self, text, why, words=""):
        """A question that the tables cannot answer: column, rows, cause, forecast or opinion."""
        assert why in ("missing_column", "missing_rows", "cause", "forecast", "opinion"), why
        self.add(self.next_id(), text, words, "unanswerable", None, [why], {"why": why})

    def either(self, text, readings, words=""):
        """A question with several readings that lead to different numbers."""
        name = self.next_id()
        rows = [self.rows(s, name) for s in readings]
        if len({json.dumps(r["rows"]) for r in rows if r}) < len(readings):
            self.faults.append(f"{name}: readings are equal")
        self.add(name, text, words, "ambiguous", None, ["vague"], {"readings": readings, "rows": rows})

    def add(self, name, text, words, kind, form, tags, gold):
        language = next((w for w in words.split() if w in LANGUAGES), "en")
        tags += [w for w in words.split() if kind != "answerable" and w not in LANGUAGES]
        tags += self.half(name)
        self.questions.append({"id": name, "question": text, "tables": self.listed(), "lang": language, "kind": kind, "form": form, "tags": tags, "gold": gold})

    def talk(self, *turns):
        """A dialogue of (form, text, sql, words) turns."""
        name, out = self.next_id("d-"), []
        for i, (form, text, sql, *words) in enumerate(turns):
            tags, gold = self.gold(form, sql, words[0] if words else "", f"{name} turn {i + 1}")
            out.append({"question": text, "form": form, "tags": tags, "gold": gold})
        for turn in out:
            turn["tags"] += self.half(name)
        self.dialogues.append({"id": name, "tables": self.listed(), "turns": out})

    def half(self, name):
        """The tag of the half that a labelled question belongs to, drawn by its id."""
        return ["dev" if hashlib.sha256(name.encode()).digest()[0] % 2 else "holdout"] if self.label else []

    def finish(self, folder, names):
        """Writes the questions and dialogues about the named tables, and every table that they need; the first table of several counts."""
        texts = [q["question"].lower() for q in self.questions]
        faults = self.faults + [f"asked twice: {t}" for t in set(texts) if texts.count(t) > 1]
        faults += [f"no question about {t}" for t in self.tables if t not in self.used]
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        questions, dialogues = ([x for x in lines if x["tables"][0]["name"] in names] for lines in (self.questions, self.dialogues))
        for name, lines in (("questions", questions), ("dialogues", dialogues)):
            (folder / f"{name}.jsonl").write_text("".join(json.dumps(x, ensure_ascii=False, separators=(",", ":")) + "\n" for x in lines))
        needed = names | {t["name"] for x in questions + dialogues for t in x["tables"]}
        for path in (folder / "tables").glob("*.csv"):
            path.unlink()
        size = sum(self.tables[name].write(folder / "tables").stat().st_size for name in needed if name in self.tables)
        kinds = {k: sum(q["kind"] == k for q in questions) for k in ("answerable", "unanswerable", "ambiguous")}
        other = sum(q["lang"] != "en" for q in questions)
        print(f"{folder.name}: {len(needed)} tables ({size // 1024} KB), {len(questions)} questions {kinds}, {other} not English, {len(dialogues)} dialogues")
        for f in faults:
            print("FAULT", f)
        return not faults


def plain(v):
    """A cell as JSON; numbers to seven digits."""
    if isinstance(v, decimal.Decimal):
        v = float(v)
    if isinstance(v, float):
        return None if math.isnan(v) else float(f"{v:.7g}")
    if isinstance(v, datetime.datetime):
        return v.isoformat()
    if isinstance(v, datetime.date):
        return v.isoformat()
    if isinstance(v, datetime.time):
        return v.isoformat()[:5]
    return v


def days(first, last, step=1):
    d, end = datetime.date.fromisoformat(first), datetime.date.fromisoformat(last)
    while d <= end:
        yield d
        d += datetime.timedelta(days=step)


def months(first, last):
    (y, m), end = map(int, first.split("-")), tuple(map(int, last.split("-")))
    while (y, m) <= end:
        yield y, m
        y, m = (y + 1, 1) if m == 12 else (y, m + 1)


def mixed_date(v, i):
    """Most dates as in ISO 8601, some as 03.05.2024."""
    return v if v is None or scatter(i) < 0.7 else v.strftime("%d.%m.%Y")


def by(keys, sql):
    """The query for each of several columns that name the same groups."""
    return [sql.replace("KEY", k) for k in keys]


def or_else(gap):
    """Writes `gap` where a value is missing."""
    return lambda v, i: gap if v is None else v


def money(sign, gap=""):
    """Writes amounts with a sign and thousands separators."""
    return lambda v, i: gap if v is None else f"{sign}{v:,}"


def written_as(pattern, gap=""):
    """Writes dates and times in the form that `strftime` knows as `pattern`."""
    return lambda v, i: gap if v is None else v.strftime(pattern)
