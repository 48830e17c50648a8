"""Fits the probability that a reading is right: `python3 fit.py ASK SCORE WORKER WORK`; see README.md.

ASK is the example `ask-questions`, SCORE `portolan-question-score`, WORKER the query worker, and WORK a folder for the readings and their verdicts.
Prints figures only, no question. Needs the package numpy. The result is the same on every run.
"""
import json, pathlib, subprocess, sys

import numpy

HERE = pathlib.Path(__file__).resolve().parent
WEIGHTS = HERE.parent.parent / "src" / "judge" / "weights.txt"
# Practised tables whose questions no rule of the engine was written for. A table leaves this list once its failures were worked on.
UNREAD = "sea_freight seed_trials shift_output shop_returns stage_performances storm_events support_tickets tenant_survey turbine_yield volcano_obs".split()
READINGS = 5
# The share of all questions that may be answered wrongly.
MOST_WRONG = 0.12
# What the engine asks where it would answer, were the reading trusted.
CONFIRM = "Did you mean this?"
RIDGE = 4.0
MOST_FEATURES = 10
FOLDS = 8
HEADER = """# The weights of the features of a reading (`features.rs`), in a logistic model of the probability that it is right.
# Written by `tests/sets/fit.py`. A reading below `threshold` is not answered: the question is asked back.
"""


def run(*command):
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)


def read_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def unread_part(work):
    """The unread practised questions as a set of their own."""
    folder = work / "unread"
    folder.mkdir(exist_ok=True)
    cases = [case for case in read_lines(HERE / "practised" / "questions.jsonl") if table_of(case["id"]) in UNREAD]
    for case in cases:
        for table in case["tables"]:
            table["csv"] = str(HERE / "practised" / table["csv"])
    write_lines(folder / "questions.jsonl", cases)
    write_lines(folder / "dialogues.jsonl", [])
    return folder


def table_of(name):
    return name.rsplit("-", 1)[0]


def marks_of(score, part, answers):
    verdicts = answers.with_suffix(".verdicts")
    run(score, part, answers, "--json", verdicts)
    return {verdict["id"]: verdict["mark"] for verdict in read_lines(verdicts)}


def readings_of(part, ask, score, worker, work):
    """The readings of a set with their verdicts, and whether the question would be answered by the first one."""
    answers, lines = work / f"{part.name}.answers.jsonl", work / f"{part.name}.jsonl"
    asking = (ask, "--worker", worker, "--questions", part / "questions.jsonl")
    if not answers.exists():
        run(*asking, "--out", answers)
    if not lines.exists():
        run(*asking, "--readings", READINGS, "--out", lines)
    answered = {line["id"] for line in read_lines(answers) if line.get("outcome") == "answered" or line.get("message") == CONFIRM}
    found = []
    for rank in range(READINGS):
        ranked = [line for line in read_lines(lines) if line["rank"] == rank]
        path = work / f"{part.name}.{rank}.jsonl"
        write_lines(path, ranked)
        marks = marks_of(score, part, path)
        found += [line | {"mark": marks[line["id"]], "answered": line["id"] in answered} for line in ranked]
    return found


class Samples:
    """First readings of questions that would be answered: a matrix of features, and what was right."""

    def __init__(self, readings):
        self.names = sorted(readings[0]["features"])
        self.x = numpy.array([[reading["features"][name] for name in self.names] for reading in readings], float)
        self.right = numpy.array([reading["mark"] == "right" for reading in readings], float)
        self.wrong = numpy.array([reading["mark"] == "wrong" for reading in readings])
        # Charts that are partly right teach less; of an ambiguous question no single reading is right or wrong.
        self.weight = numpy.array([{"right": 1.0, "wrong": 1.0, "partly": 0.5}.get(reading["mark"], 0.0) for reading in readings])
        tables = sorted({table_of(reading["id"]) for reading in readings})
        self.table = numpy.array([tables.index(table_of(reading["id"])) for reading in readings])
        # A feature that hardly ever varies teaches nothing that holds elsewhere.
        varies = [(column != numpy.median(column)).sum() >= 8 for column in self.x.T]
        self.usable = [at for at, varies in enumerate(varies) if varies]


def fit(samples, columns, rows):
    """A ridge-regularised logistic model by Newton's method: the intercept and the weight of each column."""
    x, y, w = samples.x[numpy.ix_(rows, columns)], samples.right[rows], samples.weight[rows]
    mean, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale == 0] = 1.0
    x = numpy.hstack([numpy.ones((len(rows), 1)), (x - mean) / scale])
    ridge = numpy.diag([1e-9] + [RIDGE] * len(columns))
    beta = numpy.zeros(x.shape[1])
    for _ in range(8):
        p = 1 / (1 + numpy.exp(-x @ beta))
        slope = x.T @ (w * (y - p)) - ridge @ beta
        beta = beta + numpy.linalg.solve((x.T * (w * p * (1 - p))) @ x + ridge, slope)
    weights = beta[1:] / scale
    return beta[0] - weights @ mean, weights


def predict(samples, columns, rows, model):
    return 1 / (1 + numpy.exp(-(samples.x[numpy.ix_(rows, columns)] @ model[1] + model[0])))


def held_out(samples, columns, rows, folds):
    """The probability of each row by a model that saw nothing of its table's fold."""
    probabilities = numpy.zeros(len(rows))
    fold = samples.table[rows] % folds
    for at in sorted(set(fold)):
        model = fit(samples, columns, rows[fold != at])
        probabilities[fold == at] = predict(samples, columns, rows[fold == at], model)
    return probabilities


def loss(samples, rows, p):
    y, w = samples.right[rows], samples.weight[rows]
    return -(w * (y * numpy.log(p) + (1 - y) * numpy.log(1 - p))).sum() / w.sum()


def select(samples, rows):
    """Adds the feature that lowers the held-out loss most, as long as one does."""
    chosen, best = [], numpy.inf
    while len(chosen) < MOST_FEATURES:
        rest = [at for at in samples.usable if at not in chosen]
        least, at = min((loss(samples, rows, held_out(samples, chosen + [at], rows, FOLDS)), at) for at in rest)
        if least > best - 0.002:
            break
        best = least
        chosen.append(at)
    return chosen


def curve(samples, p, answerable, questions):
    for limit in sorted({0.0} | {float(numpy.quantile(p, share / 12)) for share in range(1, 12)}):
        kept = p >= limit
        right, wrong, asked = samples.right[kept].sum() / answerable, samples.wrong[kept].sum() / questions, (~kept).sum() / questions
        print(f"  from {limit:.3f}: right {right:.1%} of answerable, wrong {wrong:.1%} of all, asked for this {asked:.1%} of all")


def threshold_for(samples, p, questions):
    """The lowest probability above which at most the allowed share of all questions is answered wrongly."""
    return next((float(limit) for limit in sorted(p) if samples.wrong[p >= limit].sum() <= MOST_WRONG * questions), 1.0)


def main(ask, score, worker, work):
    work = pathlib.Path(work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    parts = [HERE / "calibration", unread_part(work)]
    cases = [case for part in parts for case in read_lines(part / "questions.jsonl")]
    readings = [reading for part in parts for reading in readings_of(part, ask, score, worker, work)]
    answerable = {case["id"] for case in cases if case["kind"] == "answerable"}
    for most in (1, 2, 3, 5):
        right = {reading["id"] for reading in readings if reading["rank"] < most and reading["mark"] == "right"} & answerable
        print(f"right among the {most} best: {len(right)} of {len(answerable)}")
    samples = Samples([reading for reading in readings if reading["rank"] == 0 and reading["answered"]])
    rows = numpy.arange(len(samples.right))
    print(f"would be answered: {len(rows)} of {len(cases)}, right {samples.right.sum():.0f}, wrong {samples.wrong.sum()}")
    # Selection and weights are held out together, so this tells what to expect of new tables.
    nested = numpy.zeros(len(rows))
    for table in sorted(set(samples.table)):
        known, asked = rows[samples.table != table], rows[samples.table == table]
        columns = select(samples, known)
        nested[asked] = predict(samples, columns, asked, fit(samples, columns, known))
    print(f"held out: loss {loss(samples, rows, nested):.3f}; by the share of right ones alone {entropy(samples):.3f}")
    curve(samples, nested, len(answerable), len(cases))
    threshold = threshold_for(samples, nested, len(cases))
    columns = select(samples, rows)
    intercept, weights = fit(samples, columns, rows)
    lines = [f"threshold {threshold:.3f}", f"intercept {intercept:.4f}"]
    lines += [f"{samples.names[at]} {weight:.4f}" for at, weight in zip(columns, weights)]
    WEIGHTS.write_text(HEADER + "\n".join(lines) + "\n")
    print("\n".join(lines))


def entropy(samples):
    share = (samples.right * samples.weight).sum() / samples.weight.sum()
    return -(share * numpy.log(share) + (1 - share) * numpy.log(1 - share))


if __name__ == "__main__":
    main(*sys.argv[1:])
