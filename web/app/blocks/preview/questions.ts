import type { Source, SourceColumn } from "../../api/sources";
import { isKeyColumn, isYearColumn } from "./key-column";
import { pluralOf } from "./nouns";
import { questions as text } from "./strings";
import { readableColumn } from "./unit";

const MOST_GROUPS = 30;
/** A list of the ten highest leaves some out only where there are more. */
const MOST_NAMED = 10;
const FEW_DAYS = 28;
/** Series that a thumbnail can tell apart. */
const MOST_SERIES = 6;

/** How the rows of a group or a time become one number. */
export type Summary = "sum" | "mean";

/** A question with the columns that its chart shows. */
export type TableQuestion = {
  text: string;
  /** The question as it is shown, with readable names and units of columns. */
  label: string;
} & (
  | { form: "time"; measure: string; summary: Summary; time: string }
  | { form: "series"; measure: string; summary: Summary; time: string; group: string }
  | { form: "weekday"; measure: string; time: string }
  | { form: "group"; measure: string; summary: Summary; group: string }
  | { form: "groups"; measure: string; summary: Summary; group: string; series: string }
  | { form: "top" | "bottom"; measure: string; summary: Summary; name: string }
  | { form: "countOverTime"; time: string }
  | { form: "map"; latitude: string; longitude: string }
  | { form: "count"; group: string }
  | { form: "counts"; group: string; series: string }
  | { form: "mostRows"; group: string }
  | { form: "pair"; x: string; y: string }
  | { form: "distribution"; measure: string }
);

/** Returns questions that the columns of a table can answer, the most telling first; more than are shown. */
export function questionsAbout({ columns, rowCount }: Pick<Source, "columns" | "rowCount">): TableQuestion[] {
  const rows = rowCount ?? 0;
  if (rows < 2) return [];
  const isFilled = ({ nulls }: SourceColumn) => nulls < rows / 2;
  const usable = columns.filter((column) => isFilled(column) && column.distinct > 1);
  // Nearly constant columns say little: many distinct values come first.
  const measures = usable
    .filter((column) => isMeasure(column, rows))
    .sort((one, other) => other.distinct - one.distinct);
  const groups = usable.filter(({ type, distinct }) => type === "string" && distinct <= MOST_GROUPS && distinct < rows);
  const times = usable.find(isTime);
  const time = times?.name;
  const [measure, secondMeasure, thirdMeasure] = measures;
  const [group, secondGroup] = groups.map(({ name }) => name);
  const names = usable.filter(
    (column) => column.type === "string" && column.distinct > MOST_NAMED && !groups.includes(column),
  );
  const name = names[0]?.name;
  // Few rows that have a name each are all shown.
  const label = usable.find(
    ({ type, distinct }) => type === "string" && distinct === rows && rows <= MOST_GROUPS,
  )?.name;
  // Names with several rows each can be ranked by how many.
  const repeated = names.find(({ distinct }) => distinct < rows / 2)?.name;
  const series = groups.find(({ distinct }) => distinct <= MOST_SERIES)?.name;
  const [latitude, longitude] = [/^lat(itude)?$/i, /^(lon|lng|long|longitude)$/i].map(
    (pattern) => usable.find(({ name, type }) => type === "number" && pattern.test(name))?.name,
  );
  const isOneRowEach = times !== undefined && times.distinct === rows;
  const asked = [
    map(latitude, longitude),
    overTime(measure, time, isOneRowEach),
    byGroup(measure, group),
    byName(measure, label),
    countOf(group),
    against(measure, secondMeasure),
    distributionOf(measure),
    extreme("top", measure, name),
    mostRows(repeated),
    byGroup(secondMeasure, group),
    byName(secondMeasure, label),
    byGroup(measure, secondGroup),
    overTime(secondMeasure, time, isOneRowEach),
    distributionOf(secondMeasure),
    countOf(secondGroup),
    overTimeBy(measure, time, series),
    byWeekday(measure, times),
    isOneRowEach ? null : countOverTime(time),
    extreme("bottom", measure, name),
    extreme("top", secondMeasure, name),
    against(measure, thirdMeasure),
    distributionOf(thirdMeasure),
    byGroups(measure, group, secondGroup),
    countsOf(group, secondGroup),
  ];
  return asked.filter((question) => question !== null);
}

type Name = string | undefined;

type Measure = SourceColumn | undefined;

function chooseSummary(measure: SourceColumn): Summary {
  return measure.isAdditive ? "sum" : "mean";
}

/** Returns what writes the summary of a measure: its total or its average. */
function chooseWording(measure: SourceColumn): (name: string) => string {
  return chooseSummary(measure) === "sum" ? text.total : text.average;
}

/** A time with one row each needs no summary. */
function overTime(measure: Measure, time: Name, isOneRowEach: boolean): TableQuestion | null {
  if (!measure || !time) return null;
  const summary = isOneRowEach ? (name: string) => name : chooseWording(measure);
  return {
    text: text.overTime(summary(measure.name), time),
    label: capitalize(text.overTime(summary(readableColumn(measure.name)), text.time)),
    form: "time",
    measure: measure.name,
    summary: chooseSummary(measure),
    time,
  };
}

function overTimeBy(measure: Measure, time: Name, group: Name): TableQuestion | null {
  if (!measure || !time || !group) return null;
  const summary = chooseWording(measure);
  return {
    text: text.overTimeBy(summary(measure.name), time, group),
    label: capitalize(text.overTimeBy(summary(readableColumn(measure.name)), text.time, readableColumn(group))),
    form: "series",
    measure: measure.name,
    summary: chooseSummary(measure),
    time,
    group,
  };
}

/** Days of a few weeks or more have a weekday each. */
function byWeekday(measure: Measure, time: SourceColumn | undefined): TableQuestion | null {
  if (!measure || !time || time.type === "integer" || time.distinct < FEW_DAYS) return null;
  return { ...worded(text.byWeekday, measure.name), form: "weekday", measure: measure.name, time: time.name };
}

function countOverTime(time: Name): TableQuestion | null {
  if (!time) return null;
  return { text: text.countOverTime(time), label: text.countOverTime(text.time), form: "countOverTime", time };
}

/** Rows with a name each, or many of them, are ranked instead of grouped. */
function extreme(form: "top" | "bottom", measure: Measure, name: Name): TableQuestion | null {
  if (!measure || !name) return null;
  const wording = form === "top" ? text.top : text.bottom;
  const label = wording(pluralOf(readableColumn(name)), readableColumn(measure.name));
  return {
    text: wording(name, measure.name),
    label,
    form,
    measure: measure.name,
    summary: chooseSummary(measure),
    name,
  };
}

function mostRows(group: Name): TableQuestion | null {
  if (!group) return null;
  return { text: text.mostRows(group), label: text.mostRows(pluralOf(readableColumn(group))), form: "mostRows", group };
}

function map(latitude: Name, longitude: Name): TableQuestion | null {
  return latitude && longitude ? { text: text.map, label: text.map, form: "map", latitude, longitude } : null;
}

function byGroup(measure: Measure, group: Name): TableQuestion | null {
  if (!measure || !group) return null;
  const summary = chooseWording(measure);
  const wording = (name: string, by: string) => text.byGroup(summary(name), by);
  return {
    ...worded(wording, measure.name, group),
    form: "group",
    measure: measure.name,
    summary: chooseSummary(measure),
    group,
  };
}

/** Each name has one row, whose value needs no summary. */
function byName(measure: Measure, group: Name): TableQuestion | null {
  if (!measure || !group) return null;
  const wording = worded(text.byGroup, measure.name, group);
  return { ...wording, form: "group", measure: measure.name, summary: "mean", group };
}

function byGroups(measure: Measure, group: Name, series: Name): TableQuestion | null {
  if (!measure || !group || !series) return null;
  const summary = chooseWording(measure);
  const wording = (name: string, one: string, other: string) => text.byGroups(summary(name), one, other);
  return {
    ...worded(wording, measure.name, group, series),
    form: "groups",
    measure: measure.name,
    summary: chooseSummary(measure),
    group,
    series,
  };
}

function countsOf(group: Name, series: Name): TableQuestion | null {
  return group && series ? { ...worded(text.countByGroups, group, series), form: "counts", group, series } : null;
}

function countOf(group: Name): TableQuestion | null {
  return group ? { ...worded(text.countByGroup, group), form: "count", group } : null;
}

function against(x: Measure, y: Measure): TableQuestion | null {
  return x && y ? { ...worded(text.against, x.name, y.name), form: "pair", x: x.name, y: y.name } : null;
}

function distributionOf(measure: Measure): TableQuestion | null {
  if (!measure) return null;
  return { ...worded(text.distribution, measure.name), form: "distribution", measure: measure.name };
}

function worded<Names extends string[]>(write: (...names: Names) => string, ...names: Names) {
  return { text: write(...names), label: capitalize(write(...(names.map(readableColumn) as Names))) };
}

function capitalize(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function isTime(column: SourceColumn): boolean {
  return column.type === "date" || column.type === "datetime" || isYearColumn(column);
}

/** Numbers that can be averaged and compared: not keys, codes, places, parts of dates, or yes and no as 1 and 0. */
function isMeasure(column: SourceColumn, rows: number): boolean {
  const { name, type, min, max } = column;
  const isFlag = type === "integer" && min === 0 && max === 1;
  if (isFlag || (type !== "number" && type !== "integer") || isTime(column) || isKeyColumn(column, rows)) return false;
  const isPartOfDate = type === "integer" && /^(month|week|day|weekday|hour|minute|second)$/i.test(name);
  // A single letter is no word of a question.
  return name.length > 1 && !isPartOfDate && !/(^|[_\s-])(lat|lon|lng|long|latitude|longitude)$/i.test(name);
}
