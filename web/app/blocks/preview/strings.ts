// Interface text of the preview of attached data. One object for each module that shows it.

export const questions = {
  overTime: (measure: string, time: string) => `Average ${measure} over ${time}`,
  byGroup: (measure: string, group: string) => `Average ${measure} by ${group}`,
  countByGroup: (group: string) => `Number of rows by ${group}`,
  against: (one: string, other: string) => `${one} against ${other}`,
  distribution: (measure: string) => `Distribution of ${measure}`,
};

export const dataPreview = {
  attachedTables: "Attached tables",
  preview: (name: string) => `Preview of ${name}`,
  size: (rows: string, columns: string) => `${rows} × ${columns}`,
  rows: "row",
  columns: "column",
  goodQuestions: "Good questions about this data",
  theRows: "the rows",
  firstRows: (count: string) => `Showing the first ${count} rows. Distributions and thumbnails are of these rows.`,
};

export const columnCard = {
  types: {
    string: "text",
    number: "number",
    integer: "whole number",
    boolean: "yes or no",
    date: "date",
    datetime: "date and time",
  },
  distinct: (count: string) => `${count} distinct`,
  missing: (share: string) => `${share} missing`,
  complete: "none missing",
  range: (low: string, high: string) => `${low} to ${high}`,
  others: (count: string) => `and ${count} more`,
  allDifferent: "Nearly every value is different",
};
