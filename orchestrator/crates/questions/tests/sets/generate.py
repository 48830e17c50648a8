"""Composes questions with golds out of parts: `python3 generate.py OUT [COUNT]`; see README.md. Needs the package duckdb."""
import hashlib, json, pathlib, random, re, sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import wordings  # noqa: E402
from build import load_all  # noqa: E402
from common import Builder  # noqa: E402
from subjects import SUBJECTS  # noqa: E402

MONTHS = "January February March April May June July August September October November December".split()
TIMES = {"year", "since", "until", "years", "month", "quarter"}
# Questions of each shape that the test `generated.rs` asks.
SAMPLED = 4
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}
# "the highest maximum" is no question that anyone asks.
UNRANKED = ("mean", "median", "sum", "count")
ORDINALS = {2: "second", 3: "third", 4: "fourth"}


def half_of(name, half):
    """The wordings of a list that belong to a half: those whose hashes are low, or high."""
    ordered = sorted(getattr(wordings, name), key=lambda w: hashlib.sha256(f"{name} {w}".encode()).digest())
    middle = (len(ordered) + 1) // 2
    return ordered[:middle] if half == "dev" else ordered[middle:]


class Maker:
    """Draws the parts of one question."""

    def __init__(self, builder, subject, half, seed):
        self.b, self.s, self.half, self.r = builder, subject, half, random.Random(seed)
        self.parts, self.where, self.used, self.facts = [], [], set(), []
        # A condition on rows needs their noun before it, one on time stands anywhere.
        self.rows_needed = False

    def word(self, name, fits=lambda text: True, **slots):
        """A wording of a part, with its slots filled; the slots that are not given stay."""
        text = self.r.choice([text for text in half_of(name, self.half) if fits(text)] or unfit())
        self.parts.append(f"{name}: {text}")
        return fill(text, slots)

    def db(self, sql):
        return self.b.db.execute(sql).fetchall()

    def base(self):
        return " AND ".join(self.where) or "true"

    def group(self):
        column = self.r.choice([c for c in self.s.groups if c not in self.used])
        self.used.add(column)
        return column

    def values(self, column, count):
        rows = self.db(f'SELECT "{column}" FROM t WHERE "{column}" IS NOT NULL AND "{column}" NOT IN (\'None\', \'Unknown\', \'Other\', \'independent\', \'private\') AND ({self.base()}) GROUP BY 1 HAVING count(*) >= 8 ORDER BY count(*) DESC, 1 LIMIT 5')
        if len(rows) < count:
            raise Unfit
        return [row[0] for row in self.r.sample(rows, count)]

    def measure(self, only=None, count=True):
        """A noun phrase and its SQL."""
        choices = [(noun, column, agg) for noun, column, aggs in self.s.measures for agg in aggs.split() if column not in self.used and (only is None or agg in only)]
        if count and (only is None or "count" in only):
            choices += [(None, None, "count")] * 2
        if not choices:
            raise Unfit
        noun, column, agg = self.r.choice(choices)
        if agg == "count":
            return Measured(self.word("COUNT", E=self.s.rows, e=self.s.row), "count(*)", "count", None)
        self.used.add(column)
        call = {"mean": "avg", "median": "median", "sum": "sum", "max": "max"}[agg]
        return Measured(self.word(agg.upper(), m=noun), f'{call}("{column}")', agg, column)

    def quote(self, value):
        return "'" + str(value).replace("'", "''") + "'"

    def condition(self, kinds):
        """A condition behind a noun; its SQL joins the rest."""
        kind = self.r.choice(kinds)
        before = list(self.where)
        text = getattr(self, f"by_{kind}")()
        kept = self.db(f"SELECT count(*) FROM t WHERE {self.base()}")[0][0]
        if kept < 15:
            self.where = before
            raise Unfit
        self.parts.append(f"kind: {kind}")
        self.rows_needed |= kind not in TIMES
        return text

    def by_value(self):
        column = self.group()
        value, = self.values(column, 1)
        self.where.append(f'"{column}"={self.quote(value)}')
        noun, _, own = self.s.groups[column]
        if self.r.random() < 0.6:
            self.parts.append("VALUE: own")
            return own.replace("{v}", value)
        return self.word("VALUE", names_column(value), col=noun, v=value)

    def by_values(self):
        column = self.group()
        v, w = self.values(column, 2)
        self.where.append(f'"{column}" IN ({self.quote(v)}, {self.quote(w)})')
        return self.word("VALUES", names_column(v, w), col=self.s.groups[column][0], v=v, w=w)

    def by_not_value(self):
        column = self.group()
        value, = self.values(column, 1)
        self.where.append(f'"{column}"<>{self.quote(value)}')
        return self.word("NOT_VALUE", names_column(value), col=self.s.groups[column][0], v=value)

    def number(self, part, test, *quantiles):
        choices = [(noun, column) for noun, column, _ in self.s.measures if column not in self.used]
        if not choices:
            raise Unfit
        noun, column = self.r.choice(choices)
        self.used.add(column)
        marks = [rounded(self.db(f'SELECT quantile_cont("{column}", {q}) FROM t')[0][0]) for q in quantiles]
        if marks[0] <= 0 or len(set(marks)) < len(marks):
            raise Unfit
        self.where.append(f'"{column}"{test.format(*marks)}')
        # "with more than 5 injuries" needs a noun that is counted, "with a weight over 5" one that is measured.
        counted = noun.endswith("s") and " of " not in noun
        text = self.word(part, lambda w: (" a {m}" not in w) if counted else ("} {m}" not in w), m=noun, n=plain(marks[0]), k=plain(marks[-1]))
        return text.replace(" a age", " an age").replace(" a amount", " an amount").replace(" a adoption", " an adoption").replace(" a elevation", " an elevation")

    def by_more(self):
        return self.number("MORE", ">{0}", self.r.choice([0.3, 0.5, 0.7]))

    def by_less(self):
        return self.number("LESS", "<{0}", self.r.choice([0.5, 0.7]))

    def by_least(self):
        return self.number("LEAST", ">={0}", self.r.choice([0.3, 0.5, 0.7]))

    def by_between(self):
        return self.number("BETWEEN", " BETWEEN {0} AND {1}", 0.25, 0.8)

    def by_flag(self):
        if not self.s.flags or "flag" in self.used:
            raise Unfit
        self.used.add("flag")
        sql, does, does_not = self.r.choice(self.s.flags)
        if self.r.random() < 0.3:
            self.where.append(f"NOT ({sql})")
            self.parts.append("FLAG: not")
            return f"that {does_not}"
        self.where.append(sql)
        self.parts.append("FLAG: that")
        return f"that {does}"

    def years(self):
        if "date" in self.used:
            raise Unfit
        self.used.add("date")
        return [row[0] for row in self.db(f'SELECT year("{self.s.date}") FROM t GROUP BY 1 HAVING count(*) >= 20 ORDER BY 1')]

    def by_year(self):
        y = self.r.choice(self.years())
        self.where.append(f'year("{self.s.date}")={y}')
        return self.word("YEAR", y=y)

    def by_since(self):
        y = self.r.choice(self.years()[1:] or unfit())
        self.where.append(f'year("{self.s.date}")>={y}')
        return self.word("SINCE", y=y)

    def by_until(self):
        y = self.r.choice(self.years()[1:] or unfit())
        self.where.append(f'year("{self.s.date}")<{y}')
        return self.word("UNTIL", y=y, z=y - 1)

    def by_years(self):
        years = self.years()
        if len(years) < 3:
            raise Unfit
        at = self.r.randrange(len(years) - 1)
        y, z = years[at], years[at + 1]
        self.where.append(f'year("{self.s.date}") BETWEEN {y} AND {z}')
        return self.word("YEARS", y=y, z=z)

    def by_month(self):
        y, m = self.r.choice(self.dates("month"))
        self.where.append(f'year("{self.s.date}")={y} AND month("{self.s.date}")={m}')
        return self.word("MONTH", y=y, mon=MONTHS[m - 1])

    def by_quarter(self):
        y, q = self.r.choice(self.dates("quarter"))
        self.where.append(f'year("{self.s.date}")={y} AND quarter("{self.s.date}")={q}')
        return self.word("QUARTER", y=y, k=q, q=["first", "second", "third", "fourth"][q - 1])

    def dates(self, unit):
        self.years()
        return self.db(f'SELECT year("{self.s.date}"), {unit}("{self.s.date}") FROM t GROUP BY 1, 2 HAVING count(*) >= 15 ORDER BY 1, 2') or unfit()

    def conditions(self, most=2):
        """Up to two conditions, of which at most one is about time, which comes last."""
        kinds = ["value", "value", "values", "not_value", "more", "less", "least", "between", "flag", "flag"]
        times = ["year", "year", "since", "until", "years", "month", "quarter"]
        count = self.r.choice([0, 1, 1, 1, 2, 2])
        found = []
        if count and self.r.random() < 0.6 or count == 2:
            found.append(self.condition(kinds))
        if most > 1 and (count == 2 or count and not found):
            found.append(self.condition(times))
        return " ".join(found)

    def sentence(self, part, conditions, **slots):
        """Fills a frame. A frame that begins with the conditions is only for questions that have some."""
        frames = [f for f in half_of(part, self.half) if (conditions or not f.startswith("{B}")) and (conditions and not self.rows_needed or not f.startswith("{C},"))]
        frame = self.r.choice(frames)
        self.parts.append(f"{part}: {frame}")
        if frame.startswith("{B}"):
            slots["B"] = self.word("BEFORE", E=self.s.rows, c=conditions)
        if self.rows_needed and "{C}" in frame and "{E}" not in frame.split("{C}")[0] and f"{self.s.rows} {{C}}" not in fill(frame, slots):
            link = self.word("ROWS_OF")
            slots["C"] = f"{link} {self.s.rows} {conditions}"
        own = {"E": self.s.rows, "e": self.s.row, "C": conditions}
        text = fill(frame, own | slots)
        text = re.sub(r"\s+", " ", text).replace(" a a", " an a").replace(" a {M", " {M").replace(" ?", "?").replace(" ,", ",").replace("the the", "the").replace(" :", ":").strip()
        return text[0].upper() + text[1:] if text.endswith("?") else text


def names_column(*values):
    """A letter says nothing without the column's name."""
    return lambda text: "{col}" in text or all(len(value) > 2 for value in values)


class Unfit(Exception):
    """The drawn parts do not fit together."""


def unfit():
    raise Unfit


class Measured:
    def __init__(self, text, sql, agg, column):
        self.text, self.sql, self.agg, self.column = text, sql, agg, column
        self.na = "" if agg in ("sum", "count") else "na"


def fill(text, slots):
    for name, value in slots.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def rounded(value):
    if value is None:
        return 0
    for step in (100000, 50000, 10000, 5000, 1000, 500, 100, 50, 10, 5, 1, 0.5):
        if value >= 4 * step:
            return round(value / step) * step
    return 0


def plain(value):
    return f"{value:,}" if value >= 10000 else f"{value:g}"


def scalar(m):
    x = m.measure(count=False)
    yield "num", m.sentence("SCALAR", m.conditions(), M=x.text), f"SELECT {x.sql} v FROM t WHERE {m.base()}", ""


def grouped(m):
    x, k = m.measure(), m.group()
    g, G, _ = m.s.groups[k]
    yield "cmp", m.sentence("GROUPED", m.conditions(), M=x.text, g=g, G=G), f'SELECT "{k}" k, {x.sql} v FROM t WHERE "{k}" IS NOT NULL AND {m.base()} GROUP BY 1', x.na


def twice(m):
    x, k, l = m.measure(), m.group(), m.group()
    g, G, _ = m.s.groups[k]
    yield "cmp", m.sentence("TWICE", m.conditions(), M=x.text, g=g, G=G, h=m.s.groups[l][0]), f'SELECT "{k}" k, "{l}" l, {x.sql} v FROM t WHERE "{k}" IS NOT NULL AND "{l}" IS NOT NULL AND {m.base()} GROUP BY 1, 2', x.na


def trend(m):
    x, unit = m.measure(), m.r.choice(["month", "quarter", "year"])
    span = len(m.db(f'SELECT DISTINCT year("{m.s.date}") FROM t'))
    if unit == "year" and span < 3:
        unit = "quarter"
    if unit != "year" and span > 6:
        unit = "year"
    if unit == "year":
        m.used.add("date")
    sql = f'SELECT date_trunc(\'{unit}\', "{m.s.date}") d, {x.sql} v FROM t WHERE {{}} GROUP BY 1' if unit != "year" else f'SELECT year("{m.s.date}") y, {x.sql} v FROM t WHERE {{}} GROUP BY 1'
    text = m.sentence("TREND", m.conditions(), M=x.text, u=unit)
    first, last = m.db(f'SELECT min(date_trunc(\'{unit}\', "{m.s.date}")), max(date_trunc(\'{unit}\', "{m.s.date}")) FROM t WHERE {m.base()}')[0]
    if first == last:
        raise Unfit
    inner = f'date_trunc(\'{unit}\', "{m.s.date}")'
    ways = [sql.format(m.base()), sql.format(f"{m.base()} AND {inner} < '{last}'"), sql.format(f"{m.base()} AND {inner} > '{first}'"), sql.format(f"{m.base()} AND {inner} < '{last}' AND {inner} > '{first}'")]
    if "changed from" in text:
        # "How has it changed from month to month?" may also ask for the differences.
        key = "y" if unit == "year" else "d"
        ways += [f"SELECT {key}, v - lag(v) OVER (ORDER BY {key}) v FROM ({ways[0]})", f"SELECT {key}, 100.0*(v / lag(v) OVER (ORDER BY {key}) - 1) v FROM ({ways[0]})"]
    yield "trend", text, ways, x.na


def how_many(m):
    yield "num", m.sentence("HOW_MANY", m.conditions() or unfit()), f"SELECT count(*) n FROM t WHERE {m.base()}", ""


def how_many_by(m):
    k = m.group()
    g, G, _ = m.s.groups[k]
    yield "cmp", m.sentence("HOW_MANY_BY", m.conditions(), g=g, G=G), f'SELECT "{k}" k, count(*) n FROM t WHERE "{k}" IS NOT NULL AND {m.base()} GROUP BY 1', ""


def any_rows(m):
    yield "num", m.sentence("ANY", m.conditions() or unfit()), f"SELECT count(*) n FROM t WHERE {m.base()}", ""


def ranked_sql(m, x, k, order, having=""):
    return f'SELECT "{k}" k, {x} v FROM t WHERE "{k}" IS NOT NULL AND {m.base()} GROUP BY 1 HAVING {x} IS NOT NULL {having} ORDER BY 2 {order}'


def clear(m, sql, n):
    """The groups around the border differ."""
    rows = m.db(sql)
    values = [row[1] for row in rows]
    if len(rows) < n + 1 or len(set(values[: n + 1])) < n + 1:
        raise Unfit


def extreme(m):
    x, k = m.measure(UNRANKED), m.group()
    g, G, _ = m.s.groups[k]
    j, order = m.r.choice([("highest", "DESC"), ("highest", "DESC"), ("lowest", "ASC")])
    text = m.sentence("EXTREME", m.conditions(), M=x.text, g=g, G=G, J=j)
    sql = ranked_sql(m, x.sql, k, order)
    clear(m, sql, 1)
    yield "cmp", text, sql, f"{x.na} top=1"


def most(m):
    k = m.group()
    text = m.sentence("MOST", m.conditions(), g=m.s.groups[k][0])
    sql = ranked_sql(m, "count(*)", k, "DESC")
    clear(m, sql, 1)
    yield "cmp", text, sql, "top=1"


def top(m):
    x, k, n = m.measure(UNRANKED), m.group(), m.r.choice([3, 5, 2, 4])
    g, G, _ = m.s.groups[k]
    j, order = m.r.choice([("highest", "DESC"), ("highest", "DESC"), ("lowest", "ASC")])
    text = m.sentence("TOP", m.conditions(), M=x.text, g=g, G=G, J=j, N=m.r.choice([n, NUMBERS[n]]))
    if j == "lowest" and "lowest" not in text:
        raise Unfit
    sql = ranked_sql(m, x.sql, k, order)
    clear(m, sql, n)
    yield "cmp", text, sql, f"{x.na} top={n}!"


def nth(m):
    x, k, n = m.measure(UNRANKED), m.group(), m.r.choice([2, 3])
    j, order = m.r.choice([("highest", "DESC"), ("highest", "DESC"), ("lowest", "ASC")])
    text = m.sentence("NTH", m.conditions(), M=x.text, g=m.s.groups[k][0], J=j, o=ORDINALS[n])
    if j == "lowest" and "lowest" not in text:
        raise Unfit
    sql = ranked_sql(m, x.sql, k, order)
    clear(m, sql, n)
    yield "cmp", text, f"{sql} LIMIT 1 OFFSET {n - 1}", x.na


def nth_most(m):
    k, n = m.group(), m.r.choice([2, 3])
    text = m.sentence("NTH_MOST", m.conditions(), g=m.s.groups[k][0], o=ORDINALS[n])
    sql = ranked_sql(m, "count(*)", k, "DESC")
    clear(m, sql, n)
    yield "cmp", text, f"{sql} LIMIT 1 OFFSET {n - 1}", ""


def part(m):
    """A verb phrase and its condition."""
    m.used.add("flag")
    if not m.s.flags:
        raise Unfit
    sql, does, _ = m.r.choice(m.s.flags)
    return does, f"avg(({sql})::int)"


def share(m):
    does, sql = part(m)
    yield "num", m.sentence("SHARE", m.conditions(), V=does), f"SELECT {sql} s FROM t WHERE {m.base()}", "pct"


def share_by(m):
    (does, sql), k = part(m), m.group()
    g, G, _ = m.s.groups[k]
    yield "cmp", m.sentence("SHARE_BY", m.conditions(), V=does, g=g, G=G), f'SELECT "{k}" k, {sql} s FROM t WHERE "{k}" IS NOT NULL AND {m.base()} GROUP BY 1', "pct na"


def share_top(m):
    (does, x), k, n = part(m), m.group(), m.r.choice([3, 2])
    g, G, _ = m.s.groups[k]
    text = m.sentence("SHARE_TOP", m.conditions(), V=does, g=g, G=G, N=NUMBERS[n], J="highest")
    sql = ranked_sql(m, x, k, "DESC")
    clear(m, sql, n)
    yield "cmp", text, sql.replace(" v FROM", " s FROM"), f"pct na top={n}!"


def mix(m):
    k = m.group()
    text = m.sentence("MIX", m.conditions(), g=m.s.groups[k][0])
    yield "part", text, f'SELECT "{k}" k, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE "{k}" IS NOT NULL AND {m.base()} GROUP BY 1', "pct"


def pair_of(m):
    k = m.group()
    x, y = m.values(k, 2)
    own = m.s.groups[k][2]
    return k, x, y, {"x": x, "y": y, "X": own.replace("{v}", x), "Y": own.replace("{v}", y)}


def compared(m):
    v = m.measure()
    k, x, y, slots = pair_of(m)
    text = m.sentence("COMPARED", m.conditions(), M=v.text, **slots)
    yield "cmp", text, f'SELECT "{k}" k, {v.sql} v FROM t WHERE "{k}" IN ({m.quote(x)}, {m.quote(y)}) AND {m.base()} GROUP BY 1', v.na


def difference(m):
    v = m.measure()
    k, x, y, slots = pair_of(m)
    text = m.sentence("DIFFERENCE", m.conditions(), M=v.text, **slots)
    one = lambda value: f'(SELECT {v.sql} FROM t WHERE "{k}"={m.quote(value)} AND {m.base()})'
    yield "num", text, [f"SELECT {one(x)} - {one(y)} v", f"SELECT {one(y)} - {one(x)} v", f'SELECT "{k}" k, {v.sql} v FROM t WHERE "{k}" IN ({m.quote(x)}, {m.quote(y)}) AND {m.base()} GROUP BY 1'], v.na


def inside(m):
    g = m.group()
    k, x, y, slots = pair_of(m)
    text = m.sentence("INSIDE", m.conditions(1), g=m.s.groups[g][0], G=m.s.groups[g][1], **slots)
    n = lambda value: f'count(*) FILTER ("{k}"={m.quote(value)})'
    sql = lambda cells: f'SELECT "{g}" k{cells} FROM t WHERE "{g}" IS NOT NULL AND {m.base()} GROUP BY 1 HAVING {n(x)}>{n(y)}'
    if not m.db(sql("")):
        raise Unfit
    yield "cmp", text, [sql(f", {n(x)} a, {n(y)} b"), sql(f", {n(x)}-{n(y)} v")], ""


def threshold(m, sql, k, count):
    rows = sorted(row[0] for row in m.db(f'SELECT {sql} FROM t WHERE "{k}" IS NOT NULL AND {m.base()} GROUP BY "{k}"') if row[0] is not None)
    if len(rows) < 3:
        raise Unfit
    at = rows[len(rows) // 2]
    mark = at - at % 5 if count and at > 20 else rounded(at)
    if not mark or rows[-1] <= mark or mark < rows[0] or count and mark != int(mark):
        raise Unfit
    return mark


def having(m):
    k = m.group()
    conditions = m.conditions()
    n = threshold(m, "count(*)", k, True)
    text = m.sentence("HAVING", conditions, g=m.s.groups[k][0], G=m.s.groups[k][1], n=n)
    yield "cmp", text, ranked_sql(m, "count(*)", k, "DESC", f"AND count(*)>{n}").replace(" v FROM", " n FROM"), ""


def having_measure(m):
    x, k = m.measure(count=False), m.group()
    conditions = m.conditions()
    n = threshold(m, x.sql, k, False)
    text = m.sentence("HAVING_M", conditions, M=x.text, g=m.s.groups[k][0], G=m.s.groups[k][1], n=plain(n))
    yield "cmp", text, ranked_sql(m, x.sql, k, "DESC", f"AND {x.sql}>{n}"), x.na


def with_having(m):
    x, k = m.measure(count=False), m.group()
    conditions = m.conditions()
    n = threshold(m, "count(*)", k, True)
    text = m.sentence("WITH_HAVING", conditions, M=x.text, g=m.s.groups[k][0], G=m.s.groups[k][1], n=n)
    yield "cmp", text, ranked_sql(m, x.sql, k, "DESC", f"AND count(*)>{n}"), x.na


def ratio(m):
    noun, top, one, many, bottom = m.r.choice(m.s.ratios or unfit())
    m.used |= {top, bottom}
    sql = [f'sum("{top}")*1.0/sum("{bottom}")', f'avg("{top}"*1.0/nullif("{bottom}",0))']
    if m.r.random() < 0.5:
        yield "num", m.sentence("RATIO", m.conditions(), m=noun, l=one, k=many), [f"SELECT {s} v FROM t WHERE {m.base()}" for s in sql], ""
        return
    k = m.group()
    g, G, _ = m.s.groups[k]
    text = m.sentence("RATIO_BY", m.conditions(), m=noun, l=one, k=many, g=g, G=G)
    yield "cmp", text, [f'SELECT "{k}" k, {s} v FROM t WHERE "{k}" IS NOT NULL AND {m.base()} GROUP BY 1 ORDER BY 2 DESC' for s in sql], "na top=1" if text.lower().startswith("which") else "na"


def growth(m):
    x = m.measure(["sum", "mean", "median", "count"])
    years = m.years()
    if len(years) < 2:
        raise Unfit
    y, z = sorted(m.r.sample(years, 2))
    text = m.sentence("GROWTH", m.conditions(1), M=x.text, y=y, z=z)
    one = lambda year: f'(SELECT {x.sql} FROM t WHERE year("{m.s.date}")={year} AND {m.base()})'
    ways = [f"SELECT {one(z)} - {one(y)} v", f"SELECT 100.0*({one(z)} - {one(y)})/{one(y)} v", f'SELECT year("{m.s.date}") y, {x.sql} v FROM t WHERE year("{m.s.date}") IN ({y}, {z}) AND {m.base()} GROUP BY 1']
    if "percentage" in text:
        ways = ways[1:2]
    elif z - y > 1 and "from" in text:
        ways.append(f'SELECT year("{m.s.date}") y, {x.sql} v FROM t WHERE year("{m.s.date}") BETWEEN {y} AND {z} AND {m.base()} GROUP BY 1')
    yield "num", text, ways, f"{x.na} mark=number,table,bar,point,line"


def distinct(m):
    k = m.group()
    text = m.sentence("DISTINCT", m.conditions() or unfit(), G=m.s.groups[k][1])
    yield "num", text, f'SELECT count(DISTINCT "{k}") n FROM t WHERE {m.base()}', ""


def rows(m):
    noun, column, _ = m.r.choice(m.s.measures)
    m.used.add(column)
    n = m.r.choice([3, 5])
    text = m.sentence("ROWS", m.conditions(), m=noun, J="highest", N=m.r.choice([n, NUMBERS[n]]))
    sql = f'SELECT "{column}" v FROM t WHERE "{column}" IS NOT NULL AND {m.base()} ORDER BY 1 DESC'
    values = [row[0] for row in m.db(sql)]
    if len(values) < n + 1 or values[n - 1] == values[n]:
        raise Unfit
    yield "rows", text, sql, f"na top={n}!"


def when(m):
    x, unit = m.measure(UNRANKED), m.r.choice(["month", "quarter", "year"])
    if len(m.db(f'SELECT DISTINCT year("{m.s.date}") FROM t')) < 3 and unit == "year":
        unit = "month"
    if unit == "year":
        m.used.add("date")
    text = m.sentence("WHEN", m.conditions(), M=x.text, u=unit, J="highest")
    cell = f'year("{m.s.date}") y' if unit == "year" else f'date_trunc(\'{unit}\', "{m.s.date}") d'
    sql = f"SELECT {cell}, {x.sql} v FROM t WHERE {m.base()} GROUP BY 1 HAVING {x.sql} IS NOT NULL ORDER BY 2 DESC"
    clear(m, sql, 1)
    yield "cmp", text, sql, f"{x.na} top=1 mark=bar,point,table,number,line,area"


def rate(m):
    unit = m.r.choice(["month", "year"])
    m.used.add("date")
    text = m.sentence("RATE", m.conditions(1), u=unit)
    grouped = f'(SELECT count(*) n FROM t WHERE {m.base()} GROUP BY date_trunc(\'{unit}\', "{m.s.date}"))'
    inner = f'(SELECT d, n FROM (SELECT date_trunc(\'{unit}\', "{m.s.date}") d, count(*) n FROM t WHERE {m.base()} GROUP BY 1))'
    last = f'(SELECT max(date_trunc(\'{unit}\', "{m.s.date}")) FROM t)'
    first = f'(SELECT min(date_trunc(\'{unit}\', "{m.s.date}")) FROM t)'
    whole = f'(SELECT count(DISTINCT date_trunc(\'{unit}\', "{m.s.date}")) FROM t)'
    ways = [f"SELECT avg(n) v FROM {grouped}", f"SELECT avg(n) v FROM {inner} WHERE d < {last}", f"SELECT avg(n) v FROM {inner} WHERE d > {first}", f"SELECT avg(n) v FROM {inner} WHERE d > {first} AND d < {last}", f"SELECT count(*)*1.0/{whole} v FROM t WHERE {m.base()}"]
    kept, seen = [], set()
    for sql in ways:
        value = m.db(sql)[0][0]
        if value not in seen:
            kept.append(sql)
        seen.add(value)
    yield "num", text, kept, ""


def pair(m):
    x, y, k = m.measure(count=False), m.measure(count=False), m.group()
    text = m.sentence("PAIR", m.conditions(), M=x.text, N=y.text, g=m.s.groups[k][0], G=m.s.groups[k][1])
    yield "cmp", text, f'SELECT "{k}" k, {x.sql} a, {y.sql} b FROM t WHERE "{k}" IS NOT NULL AND {m.base()} GROUP BY 1', "na"


SHAPES = [scalar, grouped, twice, trend, how_many, how_many_by, any_rows, extreme, most, top, nth, nth_most, share, share_by, share_top, mix,
          compared, difference, inside, having, having_measure, with_having, ratio, growth, distinct, rows, when, rate, pair]


def unlike(builder, ways):
    """The queries that lead to different rows."""
    found = {}
    for sql in [ways] if isinstance(ways, str) else ways:
        found.setdefault(repr(sorted(map(repr, builder.db.execute(sql).fetchall()))), sql)
    return list(found.values())


def ask(builder, shape, half, number):
    """Tries one question after the other until the parts fit."""
    for attempt in range(400):
        seed = f"{shape.__name__} {half} {number} {attempt}"
        subject = random.Random(seed).choice(SUBJECTS)
        builder.on(subject.table)
        maker = Maker(builder, subject, half, seed)
        try:
            (form, text, sql, words), = shape(maker)
        except (Unfit, IndexError):
            continue
        faults = len(builder.faults)
        name = f"{half}-{shape.__name__}-{number:03}"
        tags, gold = builder.gold(form, unlike(builder, sql), words, name)
        if len(builder.faults) > faults:
            del builder.faults[faults:]
            continue
        table = {"name": subject.table, "csv": str(HERE / "practised" / "tables" / f"{subject.table}.csv")}
        return {"id": name, "question": text, "tables": [table], "lang": "en", "kind": "answerable", "form": form,
                "tags": tags + [half, f"shape:{shape.__name__}"], "gold": gold, "parts": maker.parts}
    raise SystemExit(f"no question for {shape.__name__}")


def facts(line):
    """What the plan of a question must hold, for the test `generated.rs`: the columns, and the values and numbers of the conditions."""
    sql = line["gold"]["sql"][0]
    # The conditions of flags are written without quotes.
    columns = sorted(set(re.findall(r'"([^"]+)"', sql)) | set(re.findall(r"\b([A-Za-z_]\w*)=(?:'|1)", sql)))
    texts = [t for t in re.findall(r"'([^']*)'", sql) if t not in ("month", "quarter", "year")]
    limits = re.findall(r"(?:[<>]=?|BETWEEN )\s*([0-9.]+)", sql)
    years = re.findall(r'year\("[^"]+"\)[<>=]*(?: BETWEEN )?(?:IN \()?([0-9]{4})', sql)
    flags = {"yes", "no", "true", "Yes", "Y", "T"}
    return {"id": line["id"], "question": line["question"], "table": line["tables"][0]["name"], "columns": columns,
            "literals": sorted(set(texts) - flags | set(limits) | set(years))}


def main(out, count=20):
    """Writes a set for each half with so many questions of every shape."""
    builder = Builder([table for module in load_all(HERE / "practised", "tables") for table in module.TABLES])
    for half in ("dev", "holdout"):
        folder = pathlib.Path(out) / half
        folder.mkdir(parents=True, exist_ok=True)
        lines = [ask(builder, shape, half, number) for shape in SHAPES for number in range(int(count))]
        (folder / "questions.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines))
        (folder / "dialogues.jsonl").write_text("")
        print(f"{half}: {len(lines)} questions")
        if half == "dev":
            sample = [facts(line) for line in lines if int(line["id"].rsplit("-", 1)[1]) < SAMPLED]
            (HERE / "generated.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in sample))


if __name__ == "__main__":
    main(*sys.argv[1:])
