import { describe, expect, it } from "vitest";
import { isolateNames } from "./isolate-names";

/** Shows isolates as brackets. */
const shown = (line: string) => isolateNames(line).replaceAll("\u2067", "[").replaceAll("\u2069", "]");

describe("isolateNames", () => {
  it.each([
    ["numbers behind a name", "المبيعات: 6,738 EUR for מערב.", "[المبيعات]: 6,738 EUR for [מערב]."],
    ["several words of one name", "Grouped by الشمال الشرقي", "Grouped by [الشمال الشرقي]"],
    ["digits and marks within a name", "רבעון 2 ראשון and ת״א-יפו", "[רבעון 2 ראשון] and [ת״א-יפו]"],
    ["a bracket of the name", "شركة (أ) leads", "[شركة (أ)] leads"],
    ["a unit in brackets", "المبيعات (EUR) by شهر", "[المبيعات] (EUR) by [شهر]"],
    ["a name in brackets", "highest (الغرب)", "highest ([الغرب])"],
    ["names of a list", "الشمال, الجنوب", "[الشمال], [الجنوب]"],
    ["other scripts", "Seoul 서울 sold 94,507, Київ 41,021", "Seoul 서울 sold 94,507, Київ 41,021"],
  ])("lays out %s in reading order", (_, line, expected) => {
    expect(shown(line)).toBe(expected);
  });
});
