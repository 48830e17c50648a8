import type { SourceColumn } from "../../api/sources";
import { isPlural, singularOf } from "./nouns";
import { unitOf } from "./unit";

/** The names of quantities whose values mean nothing added up, and of stocks, which don't add up over time. */
const rates = new Set(
  [
    "rate price index percent percentage pct ratio average avg mean median temperature temp score rating grade gpa age",
    "length width height depth weight mass speed mpg mileage density share margin interest inflation unemployment cpi",
    "yield expectancy per capita percapita year pressure humidity wind bmi iq rank size radius diameter elevation",
    "altitude gini fertility pulse distance duration runtime magnitude time star salary wage income hdi happiness",
    "satisfaction close open high low gap change discount probability proportion concentration ph quality level power",
    "population pop balance stock inventory resident headcount debt subscriber follower",
  ].flatMap((line) => line.split(" ")),
);

/** The names of money that comes and goes: it adds up, also where some of it is negative. */
const flows = new Set("amount revenue sale turnover profit cost expense loss donation refund".split(" "));

/** The names of other quantities that add up. */
const amounts = new Set(
  [
    "quantity qty count number total unit order vote purchase download visit visitor click passenger medal goal",
    "spend spending gross damage injury death fatality casualty birth export import budget fund investment emission",
    "production output harvest case enrolment enrollment attendance crime accident incident patient student employee",
    "shipment trip ride arrest victim fine tip bill point run rain rainfall precipitation waste consumption delay",
  ].flatMap((line) => line.split(" ")),
);

/** The names of amounts whose last word decides: the revenue of fares adds up, although a fare doesn't. */
const decisive = new Set("revenue turnover profit sale expense spending visitor passenger".split(" "));
const averages = /^(per|of|avg|mean|average|median|pct|percent|rate|ratio|margin|share)$/;
const intensive = /^(%|percent|pct|°[cf]|mph|kmh|km\/h|knots)$/i;
/** Whole numbers with fewer values are a scale, such as a rating. */
const FEW_VALUES = 12;

/** Returns whether the total of a column is a figure of its own, as of sales; what isn't added up is averaged. */
export function isAdditive({ name, type, distinct, min }: SourceColumn): boolean {
  const unit = unitOf(name);
  if (unit !== null && intensive.test(unit)) return false;
  const words = wordsOf(unit === null ? name : name.trim().replace(/[^\s_]*$/, ""));
  const nouns = words.map(singularOf);
  const last = words.at(-1);
  if (last === undefined) return false;
  const isDecided = decisive.has(singularOf(last)) && !words.some((word) => averages.test(word));
  if (!isDecided && nouns.some((noun) => rates.has(noun))) return false;
  if (nouns.some((noun) => flows.has(noun))) return true;
  if (typeof min === "number" && min < 0) return false;
  if (nouns.some((noun) => amounts.has(noun))) return true;
  // Whole numbers under a plural are counts: "marriages".
  return type === "integer" && unit === null && distinct > FEW_VALUES && isPlural(last);
}

/** The lower-case words of a column's name: `totalSales_usd` has three. */
function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced.split(/[^\p{L}%]+/u).filter((word) => word !== "");
}
