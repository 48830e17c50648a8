import type { Source, SourceColumn } from "../../api/sources";
import { questions as text } from "./strings";

const MOST_QUESTIONS = 5;
const MOST_GROUPS = 30;

/** Questions that the columns of a table can answer, the most telling first. */
export function questionsAbout({ columns, rowCount }: Pick<Source, "columns" | "rowCount">): string[] {
  const rows = rowCount ?? 0;
  if (rows < 2) return [];
  const isFilled = ({ nulls }: SourceColumn) => nulls < rows / 2;
  const usable = columns.filter((column) => isFilled(column) && column.distinct > 1);
  const times = usable.filter(isTime);
  const measures = usable.filter((column) => isMeasure(column, rows));
  const groups = usable.filter(({ type, distinct }) => type === "string" && distinct <= MOST_GROUPS && distinct < rows);
  const [measure, secondMeasure] = measures;
  const [time] = times;
  const [group, secondGroup] = groups;
  const asked = [
    measure && time && text.overTime(measure.name, time.name),
    measure && group && text.byGroup(measure.name, group.name),
    group && text.countByGroup(group.name),
    measure && secondMeasure && text.against(measure.name, secondMeasure.name),
    measure && text.distribution(measure.name),
    secondMeasure && group && text.byGroup(secondMeasure.name, group.name),
    measure && secondGroup && text.byGroup(measure.name, secondGroup.name),
    secondMeasure && time && text.overTime(secondMeasure.name, time.name),
    secondMeasure && text.distribution(secondMeasure.name),
    secondGroup && text.countByGroup(secondGroup.name),
  ];
  return asked.filter((question) => typeof question === "string").slice(0, MOST_QUESTIONS);
}

function isTime({ name, type, min, max }: SourceColumn): boolean {
  if (type === "date" || type === "datetime") return true;
  const isYear = (value: unknown) => typeof value === "number" && value >= 1500 && value <= 2200;
  return type === "integer" && /year/i.test(name) && isYear(min) && isYear(max);
}

/** Numbers that can be averaged: not keys, codes, places or years. */
function isMeasure(column: SourceColumn, rows: number): boolean {
  const { name, type, distinct } = column;
  if ((type !== "number" && type !== "integer") || isTime(column)) return false;
  if (/(^|[_\s-])(id|key|code|zip|postcode|index|rank|lat|lon|lng|latitude|longitude)$/i.test(name)) return false;
  return !(type === "integer" && distinct === rows && /^(no|nr|number|#|row)/i.test(name));
}
