"""Questions about the tables of `tables_industry.py`; see README.md for the format."""

from common import by


def write(b):
    for topic in (incidents, machines, jobs, machine_jobs, castings, charging):
        topic(b)


def incidents(b):
    b.on("incidents")
    gap = lambda a, z, unit: f"(epoch({z})-epoch({a}))/{unit}"
    b.q("trend", "Could you please show me how the number of incidents developed, month by month?", "SELECT date_trunc('month', startedAt) d, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "how many SEV1s has each service had so far?", "SELECT service, count(*) n FROM t WHERE severity='SEV1' GROUP BY 1", "count filter plain")
    b.q("cmp", "mean time to resolve in hours, by severity", [f"SELECT severity, avg({gap(a, 'resolvedAt', 3600)}) v FROM t GROUP BY 1" for a in ("startedAt", "detectedAt", "acknowledgedAt")], "date_diff mean ordinal placeholder computed na")
    b.q("cmp", "Median minutes between an incident starting and us detecting it, split by how it was detected", f"SELECT detectedBy, median({gap('startedAt', 'detectedAt', 60)}) v FROM t GROUP BY 1", "date_diff median computed na")
    b.q("cmp", "share of incidents related to a deploy for every owner team", "SELECT ownerTeam, avg((deployRelated='true')::int) s FROM t GROUP BY 1", "share flag computed pct na")
    b.q("cmp", "revenue lost by root cause, biggest first", "SELECT rootCause, sum(revenueLossUsd) n FROM t GROUP BY 1 ORDER BY 2 DESC", "sum placeholder plain")
    b.q("num", "hey, how many SEV1 or SEV2 incidents still don't have a postmortem", "SELECT count(*) n FROM t WHERE severity IN ('SEV1','SEV2') AND postmortemDone='no'", "count or flag plain")
    b.q("cmp", "at which hour of the day do incidents start", "SELECT hour(startedAt) hr, count(*) n FROM t GROUP BY 1", "hour count computed mark=bar,line,area,point,table")
    b.q("rows", "5 incidents that hit the most users - key, service and number of users", [f"SELECT {k} usersAffected n FROM t ORDER BY usersAffected DESC" for k in ("incidentKey, service,", "incidentKey,")], "topn plain top=5!")
    b.q("cmp", "what percentage of the action items has each team actually done", ["SELECT ownerTeam, sum(actionItemsDone)*1.0/sum(actionItems) s FROM t GROUP BY 1", "SELECT ownerTeam, avg(actionItemsDone*1.0/actionItems) s FROM t WHERE actionItems>0 GROUP BY 1"], "ratio share computed pct na")
    b.q("cmp", "Wie viele Vorfälle gab es je Region?", "SELECT region, count(*) n FROM t GROUP BY 1", "de count plain")
    b.no("are we going to have fewer SEV1s next quarter?", "forecast")
    b.no("which services have the lowest test coverage", "missing_column")
    b.either("which team reacts the slowest?", [f"SELECT ownerTeam, {f}({gap(a, z, 60)}) v FROM t GROUP BY 1 ORDER BY 2 DESC" for f in ("avg", "median") for a, z in (("detectedAt", "acknowledgedAt"), ("startedAt", "acknowledgedAt"), ("startedAt", "detectedAt"), ("startedAt", "mitigatedAt"), ("startedAt", "resolvedAt"))])
    b.talk(("cmp", "incident count by service please", "SELECT service, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "just the ones since January 2025", "SELECT service, count(*) n FROM t WHERE startedAt>='2025-01-01' GROUP BY 1", "filter"),
           ("cmp", "and only SEV1 to SEV3", "SELECT service, count(*) n FROM t WHERE startedAt>='2025-01-01' AND severity<>'SEV4' GROUP BY 1", "filter"),
           ("cmp", "by root cause instead of service", "SELECT rootCause, count(*) n FROM t WHERE startedAt>='2025-01-01' AND severity<>'SEV4' GROUP BY 1", "dimension"))


def machines(b):
    b.on("machine_pool")
    kind = ("mach_typ", "mach_typ_cd")
    b.q("cmp", "number of machines of each type", by(kind, "SELECT KEY, count(*) n FROM t GROUP BY 1"), "count plain")
    b.q("num", "what did we pay for the owned tractors altogether", "SELECT sum(purch_prc_eur) n FROM t WHERE mach_typ='Tractor' AND ownership='owned'", "sum filter currency abbrev plain")
    b.q("cmp", "average engine hours per make, tractors only", "SELECT make, avg(eng_hrs) v FROM t WHERE mach_typ_cd='TRA' GROUP BY 1", "mean filter abbrev plain na")
    b.q("rows", "Which tractor is the most powerful? I need its number, make and horsepower.", [f"SELECT {k} pwr_hp v FROM t WHERE mach_typ_cd='TRA' AND pwr_hp=(SELECT max(pwr_hp) FROM t WHERE mach_typ_cd='TRA')" for k in ("mach_no, make,", "mach_no,")], "superlative filter abbrev plain")
    b.q("rows", "list the machines with inspection due before 1 April 2025 that aren't retired", ["SELECT mach_no, insp_due_dt d FROM t WHERE insp_due_dt<'2025-04-01' AND stat_cd<>'R'", "SELECT mach_no FROM t WHERE insp_due_dt<'2025-04-01' AND stat_cd<>'R'"], "list not filter plain")
    b.no("how many hours of training has each driver had?", "missing_column")


def jobs(b):
    b.on("field_jobs")
    farm = ("farm", "farm_no")
    b.q("cmp", "hectars worked per crop", "SELECT crop, sum(area_ha) n FROM t GROUP BY 1", "sum unit abbrev plain")
    b.q("cmp", "Diesel per hectare for each operation", ["SELECT oper, sum(fuel_l)/sum(area_ha) v FROM t GROUP BY 1", "SELECT oper, avg(fuel_l/area_ha) v FROM t GROUP BY 1"], "ratio per unit computed na")
    b.q("cmp", "which farms still owe us money, and how much?", by(farm, "SELECT KEY, sum(billed_eur) n FROM t WHERE paid_dt IS NULL GROUP BY 1"), "sum missing placeholder computed")
    b.q("cmp", "how many days do the farms take to pay, on average, per farm", by(farm, "SELECT KEY, avg(paid_dt-job_dt) v FROM t GROUP BY 1"), "date_diff mean placeholder computed na")
    b.q("trend", "monthly billing 2024", ["SELECT date_trunc('month', job_dt) d, sum(billed_eur) n FROM t WHERE year(job_dt)=2024 GROUP BY 1", "SELECT month(job_dt) moy, sum(billed_eur) n FROM t WHERE year(job_dt)=2024 GROUP BY 1"], "sum filter dirty_date plain")
    b.q("cmp", "was there more or less work in 2024 than in 2023? hours per village for both years", "SELECT village, year(job_dt) y, sum(work_hrs) n FROM t GROUP BY 1,2", "sum two compare_rows computed")
    b.q("num", "in what fraction of the harvesting jobs did something break down?", "SELECT avg((brkdwn_min>0)::int) s FROM t WHERE oper='Harvesting'", "share filter abbrev computed pct mark=number,table,bar,point,arc")
    b.q("cmp", "gefahrene Arbeitsstunden pro Fahrer", "SELECT driver, sum(work_hrs) n FROM t GROUP BY 1", "de sum abbrev plain")
    b.no("Why does Thaler give us less work than the other farms?", "cause")
    b.no("jobs done in 2019", "missing_rows")
    b.either("who is our best customer", [f"SELECT farm, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(billed_eur)", "count(*)", "sum(area_ha)", "sum(work_hrs)")])
    b.talk(("cmp", "total billed by operation", "SELECT oper, sum(billed_eur) n FROM t GROUP BY 1", "sum"),
           ("cmp", "in percent of the total", "SELECT oper, sum(billed_eur)/sum(sum(billed_eur)) OVER () s FROM t GROUP BY 1", "share pct"),
           ("cmp", "now only for the village of Egg", "SELECT oper, sum(billed_eur)/sum(sum(billed_eur)) OVER () s FROM t WHERE village='Egg' GROUP BY 1", "filter share pct"))


def machine_jobs(b):
    b.on("field_jobs", "machine_pool")
    J = "field_jobs j JOIN machine_pool m USING (mach_no)"
    kind = ("mach_typ", "mach_typ_cd")
    b.q("cmp", "total billed per machine type", by(kind, f"SELECT KEY, sum(billed_eur) n FROM {J} GROUP BY 1"), "join sum currency computed")
    b.q("cmp", "breakdown minutes of leased versus owned machines", f"SELECT ownership, sum(brkdwn_min) n FROM {J} GROUP BY 1", "join sum abbrev computed")
    b.q("cmp", "fuel burnt by machines of each make", f"SELECT make, sum(fuel_l) n FROM {J} GROUP BY 1", "join sum computed")
    b.q("rows", "are there machines that never did a single job? which?", [f"SELECT {k} FROM machine_pool WHERE mach_no NOT IN (SELECT mach_no FROM field_jobs)" for k in ("mach_no", "mach_no, mach_typ", "mach_no, stat")], "join not list computed")
    b.q("cmp", "hectares by depot in 2024", f"SELECT depot, sum(area_ha) n FROM {J} WHERE year(job_dt)=2024 GROUP BY 1", "join sum filter computed")


def castings(b):
    b.on("casting_tests")
    RM, OUT, IN = '"Rm (MPa)"', '"Pieces scrapped"', '"Pieces cast"'
    b.q("cmp", "scrap rate by furnace", [f'SELECT "Furnace", {v} s FROM t GROUP BY 1' for v in (f"sum({OUT})*1.0/sum({IN})", f"avg({OUT}*1.0/{IN})")], "ratio share computed pct na")
    b.q("cmp", "average tensile strength Rm for every alloy", f'SELECT "Alloy", avg({RM}) v FROM t GROUP BY 1', "mean unit plain na")
    b.q("cmp", "The sales people ask which customers were affected: failed melts per customer, please", "SELECT \"Customer\", count(*) n FROM t WHERE \"Result\"='fail' GROUP BY 1", "count filter plain")
    b.q("rel", "does hardness go along with tensile strength? scatter, coloured by alloy pls", f'SELECT "Hardness (HB)" a, {RM} b, "Alloy" FROM t', "scatter three unit plain mark=point")
    b.q("cmp", "most common defects, ranked by number of melts", 'SELECT "Main defect", count(*) n FROM t WHERE "Main defect" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC', "count missing plain")
    b.q("trend", "pieces cast per quarter", ["SELECT date_trunc('quarter', \"Cast on\") d, sum(\"Pieces cast\") n FROM t GROUP BY 1", "SELECT date_trunc('quarter', \"Cast on\") d, sum(\"Pieces cast\") n FROM t WHERE \"Cast on\" BETWEEN '2023-10-01' AND '2024-09-30' GROUP BY 1", "SELECT date_trunc('quarter', \"Cast on\") d, sum(\"Pieces cast\") n FROM t WHERE \"Cast on\">='2023-10-01' GROUP BY 1"], "sum dirty_date incomplete plain")
    b.q("num", "standard deviation of the pouring temperature of furnace F2", [f"SELECT {f}(\"Pouring temp. (°C)\") v FROM t WHERE \"Furnace\"='F2'" for f in ("stddev_samp", "stddev_pop")], "std unit filter dirty computed")
    b.q("cmp", "Is the night shift worse? pass rate per shift", "SELECT \"Shift\", avg((\"Result\"='pass')::int) s FROM t GROUP BY 1", "share filter computed pct na")
    b.q("num", "how many GJS-500 melts had a yield strength (Rp0.2) of less than 320 MPa", "SELECT count(*) n FROM t WHERE \"Alloy\"='GJS-500' AND \"Rp0.2 (MPa)\"<320", "count and filter unit plain")
    b.q("cmp", "days between casting and testing, average by who did the test", 'SELECT "Tested by", avg("Tested on"-"Cast on") v FROM t GROUP BY 1', "date_diff mean dirty dirty_date computed na")
    b.q("cmp", "mittlerer Kohlenstoffgehalt (C) je Legierung", 'SELECT "Alloy", avg("C (%)") v FROM t GROUP BY 1', "de mean percent plain pct na")
    b.no("Woran liegt es, dass so viele Teile porös sind?", "cause", "de")
    b.no("energy used per melt in kWh", "missing_column")
    b.either("which alloy gives us the most trouble?", ["SELECT \"Alloy\", count(*) FILTER (\"Result\"='fail') v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT \"Alloy\", avg((\"Result\"='fail')::int) v FROM t GROUP BY 1 ORDER BY 2 DESC", f'SELECT "Alloy", sum({OUT}) v FROM t GROUP BY 1 ORDER BY 2 DESC', f'SELECT "Alloy", sum({OUT})*1.0/sum({IN}) v FROM t GROUP BY 1 ORDER BY 2 DESC'])
    b.talk(("cmp", "pieces scrapped by main defect", f'SELECT "Main defect", sum({OUT}) n FROM t WHERE "Main defect" IS NOT NULL GROUP BY 1', "sum"),
           ("cmp", "break that down by furnace", f'SELECT "Main defect", "Furnace", sum({OUT}) n FROM t WHERE "Main defect" IS NOT NULL GROUP BY 1,2', "dimension"),
           ("cmp", "leave out F1", f"SELECT \"Main defect\", \"Furnace\", sum({OUT}) n FROM t WHERE \"Main defect\" IS NOT NULL AND \"Furnace\"<>'F1' GROUP BY 1,2", "not"))


def charging(b):
    b.on("ev_sessions")
    site = ("site", "site_id")
    b.q("cmp", "kWh delivered at each site pls", by(site, "SELECT KEY, sum(energy_kwh) n FROM t GROUP BY 1"), "sum plain")
    b.q("cmp", "Anzahl der fehlgeschlagenen Ladevorgänge pro Standort", by(site, "SELECT KEY, count(*) n FROM t WHERE outcome='failed' GROUP BY 1"), "de count filter plain")
    b.q("cmp", "income from energy plus idle fees by tariff", ["SELECT tariff, sum(energy_cost+idle_fee) n FROM t GROUP BY 1", "SELECT tariff, sum(energy_cost) a, sum(idle_fee) b FROM t GROUP BY 1"], "sum currency computed")
    b.q("cmp", "How long do cars stay plugged in after they've finished charging? average minutes by site type", ["SELECT site_type, avg(plugged_min-charging_min) v FROM t GROUP BY 1", "SELECT site_type, avg(plugged_min-charging_min) v FROM t WHERE outcome='ok' GROUP BY 1"], "difference mean computed na")
    b.q("trend", "sessions a week", ["SELECT date_trunc('week', plug_in_at) d, count(*) n FROM t GROUP BY 1", "SELECT date_trunc('week', plug_in_at) d, count(*) n FROM t WHERE plug_in_at>='2024-02-05' AND plug_in_at<'2025-01-27' GROUP BY 1"], "week count plain")
    b.q("cmp", "busiest hour for plugging in at the motorway sites?", "SELECT hour(plug_in_at) hr, count(*) n FROM t WHERE site_type='motorway' GROUP BY 1 ORDER BY 2 DESC", "hour count filter superlative computed top=1 mark=bar,line,area,point,table,number")
    b.q("cmp", "average state of charge when people arrive and when they leave, for each tarif", "SELECT tariff, avg(soc_start_pct) a, avg(soc_end_pct) b FROM t GROUP BY 1", "mean two abbrev placeholder typo computed pct na")
    b.q("part", "how do people pay? shares", "SELECT paid_with, count(*)*1.0/sum(count(*)) OVER () s FROM t GROUP BY 1", "share count computed pct")
    b.q("rel", "My hunch is that sessions deliver less energy in the cold. Plot outside temperature against kWh.", ["SELECT outside_temp_c a, energy_kwh b FROM t", "SELECT outside_temp_c a, energy_kwh b FROM t WHERE outcome='ok'"], "scatter plain mark=point")
    b.q("rows", "the three priciest sessions (energy cost), with site and date", [f"SELECT session_id, {k} energy_cost v FROM t ORDER BY energy_cost DESC" for k in ("", "site, plug_in_at::date d,")] + ["SELECT site, plug_in_at::date d, energy_cost v FROM t ORDER BY 3 DESC", "SELECT site, plug_in_at, energy_cost v FROM t ORDER BY 3 DESC"], "topn currency plain top=3!")
    b.q("num", "combien de sessions ont fini avec 90 % de batterie ou plus ?", "SELECT count(*) n FROM t WHERE soc_end_pct>=90", "fr count filter abbrev placeholder plain")
    b.q("num", "effective average price per kWh that members pay", ["SELECT sum(energy_cost)/sum(energy_kwh) v FROM t WHERE tariff='member'", "SELECT avg(price_per_kwh) v FROM t WHERE tariff='member'", "SELECT sum(energy_cost+idle_fee)/sum(energy_kwh) v FROM t WHERE tariff='member'"], "ratio filter currency computed")
    b.no("which site should get more chargers first?", "opinion")
    b.no("how many drivers waited in a queue", "missing_column")
    b.either("what's the average session like per brand", [f"SELECT car_brand, avg({c}) v FROM t GROUP BY 1" for c in ("energy_kwh", "plugged_min", "charging_min", "energy_cost")])
    b.talk(("trend", "energy per month in kWh", "SELECT date_trunc('month', plug_in_at) d, sum(energy_kwh) n FROM t GROUP BY 1", "sum"),
           ("trend", "one line per site type", "SELECT date_trunc('month', plug_in_at) d, site_type, sum(energy_kwh) n FROM t GROUP BY 1,2", "dimension"),
           ("trend", "drop the motorway ones", "SELECT date_trunc('month', plug_in_at) d, site_type, sum(energy_kwh) n FROM t WHERE site_type<>'motorway' GROUP BY 1,2", "not"))
