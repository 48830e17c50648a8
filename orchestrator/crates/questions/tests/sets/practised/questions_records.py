"""Practised questions about the tables of `tables_records.py`; see README.md for the format."""


def write(b):
    for topic in (collisions, universities, plants, bookings, waste, payroll):
        topic(b)


def collisions(b):
    b.on("road_collisions")
    b.q("num", "how many people were hurt in total", ["SELECT sum(Number_of_casualties) n FROM t"], "sum plain")
    b.q("cmp", "collisions per local authority, split by severity", "SELECT Local_authority, Severity, count(*) n FROM t GROUP BY 1,2", "two count plain")
    b.q("cmp", "what share of accidents on rural roads was fatal compared with urban roads", ["SELECT Urban_or_rural, avg((Severity='Fatal')::int) s FROM t GROUP BY 1", "SELECT Urban_or_rural, Severity, count(*)*1.0/sum(count(*)) OVER (PARTITION BY 1) s FROM t GROUP BY 1,2"], "share computed pct")
    b.q("cmp", "fatal crashes by speed limit", "SELECT Speed_limit_mph, count(*) n FROM t WHERE Severity='Fatal' GROUP BY 1", "filter count plain")
    b.q("cmp", "at what hour do most accidents happen?", "SELECT left(\"Time\",2)::int hr, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "hour superlative plain top=1")
    b.q("cmp", "drivers by age: under 25, 25 to 64, 65 and over", "SELECT CASE WHEN Driver_age<25 THEN 'under|<|below|16' WHEN Driver_age<65 THEN '64|25' ELSE '65|over' END k, count(*) n FROM t WHERE Driver_age IS NOT NULL GROUP BY 1", "bins computed")
    b.q("trend", "monthly number of collisions in 2023", "SELECT date_trunc('month', \"Date\") d, count(*) n FROM t WHERE year(\"Date\")=2023 GROUP BY 1", "count dirty_date plain")
    b.q("cmp", "average number of casualties per collision by road type", "SELECT Road_type, avg(Number_of_casualties) v FROM t GROUP BY 1", "mean plain na")
    b.q("num", "accidents in fog or snow", ["SELECT count(*) n FROM t WHERE Weather IN ('Fog','Snow')", "SELECT Weather, count(*) n FROM t WHERE Weather IN ('Fog','Snow') GROUP BY 1"], "or count plain")
    b.q("cmp", "which weekday has the fewest crashes", "SELECT isodow(\"Date\") wd, count(*) n FROM t GROUP BY 1 ORDER BY 2", "weekday superlative plain top=1")
    b.q("num", "percentage of hit and runs where the police didn't come", ["SELECT avg((Police_attended='No')::int) s FROM t WHERE Hit_and_run='Yes'", "SELECT Police_attended, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE Hit_and_run='Yes' GROUP BY 1"], "share filter computed pct mark=number,table,bar,arc,point")
    b.no("how many of the cars were electric", "missing_column")
    b.no("why do so many people crash in Easton", "cause")


def universities(b):
    b.on("universities")
    b.q("rows", "ten most selective schools", ["SELECT institution, accept_rate_pct v FROM t ORDER BY 2"], "topn plain na top=10!")
    b.q("cmp", "in-state tuition at public vs private universities, median", "SELECT control, median(tuition_in_state_usd) v FROM t GROUP BY 1", "median plain na")
    b.q("rel", "does a lower acceptance rate go along with a higher graduation rate?", ["SELECT accept_rate_pct a, grad_rate_pct b FROM t", "SELECT corr(accept_rate_pct, grad_rate_pct) r FROM t"], "correlation computed")
    b.q("cmp", "total number of students per state (undergrads plus postgrads)", "SELECT state, sum(undergrads+postgrads) n FROM t GROUP BY 1", "formula computed")
    b.q("cmp", "oldest university in every region", ["SELECT region, institution, founded v FROM t QUALIFY rank() OVER (PARTITION BY region ORDER BY founded)=1", "SELECT region, min(founded) v FROM t GROUP BY 1", "SELECT region, institution FROM t QUALIFY rank() OVER (PARTITION BY region ORDER BY founded)=1"], "per_group superlative computed na")
    b.q("cmp", "how many were founded in each half century? actually by decade is fine", ["SELECT (founded//10)*10 dec, count(*) n FROM t GROUP BY 1"], "decade count plain")
    b.q("num", "number of schools with a medical school", "SELECT count(*) n FROM t WHERE has_med_school", "flag count plain")
    b.q("dist", "distribution of SAT scores", "SELECT sat_avg v FROM t WHERE sat_avg IS NOT NULL", "dist plain")
    b.q("rows", "private colleges where more than 60 percent are women", ["SELECT institution, women_pct v FROM t WHERE control='Private' AND women_pct>60", "SELECT institution FROM t WHERE control='Private' AND women_pct>60"], "filter percent plain na")
    b.q("cmp", "endowment per undergrad for the 5 richest", ["SELECT institution, endowment_mio_usd/undergrads v FROM t ORDER BY endowment_mio_usd DESC LIMIT 5", "SELECT institution, endowment_mio_usd*1e6/undergrads v FROM t ORDER BY endowment_mio_usd DESC LIMIT 5", "SELECT institution, endowment_mio_usd/undergrads v FROM t ORDER BY 2 DESC LIMIT 5", "SELECT institution, endowment_mio_usd*1e6/undergrads v FROM t ORDER BY 2 DESC LIMIT 5"], "ratio topn computed na")
    b.q("num", "how much more do out of state students pay at public ones on average", ["SELECT avg(tuition_out_state_usd-tuition_in_state_usd) v FROM t WHERE control='Public'", "SELECT avg(tuition_out_state_usd) a, avg(tuition_in_state_usd) b FROM t WHERE control='Public'"], "difference filter computed na")
    b.no("which one has the best football team", "missing_column")
    b.either("how big are the universities in Texas", ["SELECT institution, undergrads v FROM t WHERE state='Texas'", "SELECT institution, undergrads+postgrads v FROM t WHERE state='Texas'", "SELECT institution, dorm_capacity v FROM t WHERE state='Texas'", "SELECT institution, postgrads v FROM t WHERE state='Texas'"])


def plants(b):
    b.on("power_plants")
    years = ", ".join(f"gen_gwh_{y}" for y in range(2017, 2022))
    b.q("part", "installed capacity by fuel", "SELECT fuel, sum(cap_mw) n FROM t GROUP BY 1", "sum plain")
    b.q("part", "share of each country in the total capacity", "SELECT country, sum(cap_mw)/sum(sum(cap_mw)) OVER () s FROM t GROUP BY 1", "share computed pct")
    b.q("trend", "generation of coal plants from 2017 to 2021", f"SELECT right(k,4)::int y, sum(v) n FROM (UNPIVOT (SELECT {years} FROM t WHERE fuel='Coal') ON COLUMNS(*) INTO NAME k VALUE v) GROUP BY 1", "wide filter computed")
    b.q("rows", "largest plant in each country, with its fuel", ["SELECT country, plant_nm, fuel, cap_mw v FROM t QUALIFY rank() OVER (PARTITION BY country ORDER BY cap_mw DESC)=1", "SELECT country, plant_nm, cap_mw v FROM t QUALIFY rank() OVER (PARTITION BY country ORDER BY cap_mw DESC)=1"], "per_group superlative computed na")
    b.q("num", "how many wind and solar plants started after 2012", ["SELECT count(*) n FROM t WHERE fuel IN ('Wind','Solar') AND commissioned>2012", "SELECT fuel, count(*) n FROM t WHERE fuel IN ('Wind','Solar') AND commissioned>2012 GROUP BY 1"], "or filter count plain")
    b.q("cmp", "CO2 per gigawatt hour in 2021 by owner", ["SELECT owner, sum(co2_kt_2021)/sum(gen_gwh_2021) v FROM t GROUP BY 1"], "ratio computed na")
    b.q("cmp", "which fuel produced the most electricity in 2020", "SELECT fuel, sum(gen_gwh_2020) n FROM t GROUP BY 1 ORDER BY 2 DESC", "superlative plain top=1")
    b.q("rows", "mothballed plants and their capacity", "SELECT plant_nm, cap_mw v FROM t WHERE status='mothballed'", "filter plain na")
    b.q("cmp", "number of plants per commissioning decade", "SELECT (commissioned//10)*10 dec, count(*) n FROM t GROUP BY 1", "decade count plain")
    b.q("num", "median capacity of hydro plants in MW", "SELECT median(cap_mw) v FROM t WHERE fuel='Hydro'", "median filter plain na")
    b.no("generation in 2025", "missing_rows")


def bookings(b):
    b.on("room_bookings")
    b.q("cmp", "cancellation rate by hotel", ["SELECT hotel, avg(is_canceled) s FROM t GROUP BY 1"], "share flag computed pct")
    b.q("cmp", "average daily rate by month of the year for both hotels", "SELECT month(arrival_date) moy, hotel, avg(adr_eur) v FROM t GROUP BY 1,2", "season mean plain na")
    b.q("num", "how many nights do guests stay on average (week and weekend nights together)", "SELECT avg(week_nights+weekend_nights) v FROM t", "formula computed na")
    b.q("cmp", "number of bookings with children by country, top 3", ["SELECT country_code, count(*) n FROM t WHERE children>0 AND country_code IS NOT NULL GROUP BY 1 ORDER BY 2 DESC", "SELECT country_code, count(*) n FROM t WHERE children>0 GROUP BY 1 ORDER BY 2 DESC"][:1], "filter topn count plain top=3!")
    b.q("cmp", "do people with a non refundable deposit cancel more often?", ["SELECT deposit_type, avg(is_canceled) s FROM t GROUP BY 1", "SELECT CASE WHEN deposit_type='Non refundable' THEN 'non' ELSE 'other|rest|not' END k, avg(is_canceled) s FROM t GROUP BY 1"], "share flag computed pct")
    b.q("cmp", "bookings by lead time: 0-7, 8-30, 31-90, more than 90 days", "SELECT CASE WHEN lead_time_days<8 THEN '<|7|0|below' WHEN lead_time_days<31 THEN '30|8' WHEN lead_time_days<91 THEN '31' ELSE '9' END k, count(*) n FROM t GROUP BY 1", "bins computed")
    b.q("trend", "arrivals per week in summer 2023", ["SELECT date_trunc('week', arrival_date) d, count(*) n FROM t WHERE arrival_date BETWEEN '2023-06-01' AND '2023-08-31' GROUP BY 1"], "week filter count plain")
    b.q("cmp", "guests from GBR vs DEU: average lead time and average rate", "SELECT country_code, avg(lead_time_days) a, avg(adr_eur) b FROM t WHERE country_code IN ('GBR','DEU') GROUP BY 1", "measures filter plain na")
    b.q("part", "market segments as percent of all bookings at the resort", "SELECT market_segment, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE hotel='Seaview Resort' GROUP BY 1", "share filter computed pct")
    b.q("num", "what's the 90th percentile of lead time", "SELECT quantile_cont(lead_time_days, 0.9) v FROM t", "percentile computed na")
    b.q("num", "cancelled bookings where the guest had been here before", "SELECT count(*) n FROM t WHERE is_canceled=1 AND repeated_guest='Yes'", "filter flag count plain")
    b.no("will cancellations go down next year", "forecast")
    b.no("what do guests think of the breakfast", "missing_column")


def waste(b):
    b.on("waste_stats")
    N = "muni_code<>'0000'"
    b.q("trend", "total waste per year in the whole country", ["SELECT year y, waste_total_t n FROM t WHERE muni_code='0000'"], "total_row plain")
    b.q("cmp", "waste per inhabitant by municipality in 2023, kg", [f"SELECT municipality, waste_total_t*1000.0/inhabitants v FROM t WHERE year=2023 AND {N}", f"SELECT municipality, waste_total_t*1.0/inhabitants v FROM t WHERE year=2023 AND {N}"], "ratio per total_row computed na")
    b.q("trend", "recycling rate of Espen and Holm over the years", "SELECT year y, municipality, recycling_rate_pct v FROM t WHERE municipality IN ('Espen','Holm')", "or filter plain na")
    b.q("cmp", "which municipality improved its recycling rate the most from 2012 to 2023", [f"SELECT municipality, max(recycling_rate_pct) FILTER (year=2023)-max(recycling_rate_pct) FILTER (year=2012) v FROM t WHERE {N} GROUP BY 1 ORDER BY 2 DESC", f"SELECT municipality, max(recycling_rate_pct) FILTER (year=2023)/max(recycling_rate_pct) FILTER (year=2012)-1 v FROM t WHERE {N} GROUP BY 1 ORDER BY 2 DESC"], "change superlative total_row computed na top=1")
    b.q("trend", "recycled, incinerated and landfilled tonnes per year, stacked", [f"SELECT year y, sum(recycled_t) a, sum(incinerated_t) b, sum(landfill_t) c FROM t WHERE {N} GROUP BY 1"], "measures total_row plain")
    b.q("cmp", "household waste by county in 2020 without the total", f"SELECT county, sum(waste_household_t) n FROM t WHERE year=2020 AND {N} GROUP BY 1", "sum total_row plain")
    b.q("num", "how did the average annual fee change between 2012 and 2023 in percent", [f"SELECT avg(annual_fee_eur) FILTER (year=2023)/avg(annual_fee_eur) FILTER (year=2012)-1 v FROM t WHERE {N}"], "change total_row computed pct na")
    b.q("rows", "municipalities with fewer than 10,000 inhabitants in 2023", [f"SELECT municipality, inhabitants n FROM t WHERE year=2023 AND inhabitants<10000 AND {N}", f"SELECT municipality FROM t WHERE year=2023 AND inhabitants<10000 AND {N}"], "filter total_row plain na")
    b.q("cmp", "what percentage of waste ended up in landfill, per county, 2023", [f"SELECT county, sum(landfill_t)*1.0/sum(waste_total_t) s FROM t WHERE year=2023 AND {N} GROUP BY 1"], "ratio share total_row computed pct")
    b.q("trend", "cost per tonne over time in Alvik", "SELECT year y, cost_eur*1.0/waste_total_t v FROM t WHERE municipality='Alvik'", "ratio filter computed na")
    b.q("cmp", "growth in inhabitants 2012-2023 for each municipality", [f"SELECT municipality, max(inhabitants) FILTER (year=2023)-max(inhabitants) FILTER (year=2012) v FROM t WHERE {N} GROUP BY 1", f"SELECT municipality, max(inhabitants) FILTER (year=2023)*1.0/max(inhabitants) FILTER (year=2012)-1 v FROM t WHERE {N} GROUP BY 1"], "change total_row computed pct na")
    b.no("how much plastic was collected", "missing_column")


def payroll(b):
    b.on("staff_pay")
    b.q("num", "how many employees are still with us (no termination date)", "SELECT count(*) n FROM t WHERE term_dt IS NULL", "missing count plain")
    b.q("cmp", "headcount by dept and gender", "SELECT dept, gender, count(*) n FROM t GROUP BY 1,2", "two count plain")
    b.q("cmp", "avg base salary of women vs men in engineering", "SELECT gender, avg(base_sal_usd) v FROM t WHERE dept='Engineering' AND gender IN ('F','M') GROUP BY 1", "filter mean plain na")
    b.q("rows", "3 highest paid people in each department", ["SELECT dept, full_name, base_sal_usd v FROM t QUALIFY rank() OVER (PARTITION BY dept ORDER BY base_sal_usd DESC)<=3"], "per_group topn computed na")
    b.q("trend", "new hires per year", "SELECT year(hire_dt) y, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "total overtime hours by job title, only warehouse", "SELECT job_title, sum(overtime_hrs) n FROM t WHERE dept='Warehouse' GROUP BY 1", "filter sum plain")
    b.q("rel", "is there a connection between performance score and sick days", ["SELECT perf_score a, sick_days b FROM t WHERE perf_score IS NOT NULL", "SELECT corr(perf_score, sick_days) r FROM t", "SELECT perf_score a, avg(sick_days) b FROM t WHERE perf_score IS NOT NULL GROUP BY 1"], "correlation computed")
    b.q("cmp", "salary bands of 20000 dollars: number of employees in each", "SELECT floor(base_sal_usd/20000)*20000 v, count(*) n FROM t GROUP BY 1", "bins computed")
    b.q("num", "share of union members in the warehouse", ["SELECT avg((union_mbr='Y')::int) s FROM t WHERE dept='Warehouse'", "SELECT union_mbr, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE dept='Warehouse' GROUP BY 1"], "share filter computed pct mark=number,table,bar,arc,point")
    b.q("num", "how many people in Leeds or Cork got a performance score of 5", ["SELECT count(*) n FROM t WHERE work_loc IN ('Leeds','Cork') AND perf_score=5", "SELECT work_loc, count(*) n FROM t WHERE work_loc IN ('Leeds','Cork') AND perf_score=5 GROUP BY 1"], "or filter count plain")
    b.q("cmp", "departments where people earn more than the company average", ["SELECT dept, avg(base_sal_usd) v FROM t GROUP BY 1 HAVING avg(base_sal_usd)>(SELECT avg(base_sal_usd) FROM t)", "SELECT dept FROM t GROUP BY 1 HAVING avg(base_sal_usd)>(SELECT avg(base_sal_usd) FROM t)"], "above_avg computed na")
    b.q("num", "average sick days of people born before 1975", "SELECT avg(sick_days) v FROM t WHERE birth_yr<1975", "filter mean plain na")
    b.no("who should be promoted", "opinion")
    b.either("who are the top performers", ["SELECT full_name, perf_score v FROM t WHERE perf_score=5", "SELECT full_name, bonus_usd v FROM t WHERE bonus_usd IS NOT NULL ORDER BY 2 DESC LIMIT 10"])
