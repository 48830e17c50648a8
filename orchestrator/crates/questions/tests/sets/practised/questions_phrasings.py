"""The same quantities asked for in many wordings, over tables of the other files; see README.md for the halves `dev` and `holdout`."""

from common import by

FENCE = "(SELECT quantile_cont({0},0.75)+1.5*(quantile_cont({0},0.75)-quantile_cont({0},0.25)) FROM t)"


def write(b):
    b.label = "p-"
    for topic in (shares, shares_within, rates, ratios, differences, changes, cumulated, moving, ranks, tops, percents, spreads, distinct,
                  against_average, combined, ranges, missing, periods, seasons, relations, outliers, measures, records, trends, compared, casual,
                  elsewhere):
        topic(lambda table, *rest: ask(b, table, *rest))
    for topic in (unanswerable, vague, talks):
        topic(b)
    b.label = ""


def ask(b, table, form, text, sql, words=""):
    b.on(table)
    b.q(form, text, sql, words)


def both(sql, before):
    """The query with and without an incomplete last period, which `before` cuts off; `WHERE` in it is where the condition goes."""
    return [sql.replace("WHERE", "WHERE true"), sql.replace("WHERE", f"WHERE {before}")]


def shares(ask):
    t = "share_total computed pct"
    ask("tram_delays", "num", "what fraction of the trams were cancelled", "SELECT avg(cancelled) s FROM t", t)
    ask("chess_games", "num", "How many percent of all games end in a draw?", "SELECT avg((result='1/2-1/2')::int) s FROM t", t)
    ask("wildfires", "num", "which part of the fires was started by lightning, in percent", "SELECT avg((cause='Lightning')::int) s FROM t", t)
    ask("staff_pay", "num", "Share of employees who are in the union", "SELECT avg((union_mbr='Y')::int) s FROM t", t)
    ask("hospital_visits", "num", "what's the percentage of patients arriving by ambulance?", "SELECT avg((ambulance='yes')::int) s FROM t", t)
    ask("hotel_bookings", "num", "how big is the share of cancelled bookings", "SELECT avg(is_cancelled) s FROM t", t)
    ask("marathon", "num", "what proportion of the runners did not finish (DNF)?", "SELECT avg((status='DNF')::int) s FROM t", t)
    ask("films", "part", "split of films by genre in percent", "SELECT genre, count(*)*1.0/sum(count(*)) OVER () s FROM t GROUP BY 1", t)
    ask("wildfires", "part", "how is the burned area divided among the states, as percentages?", "SELECT state, sum(burned_ha)/sum(sum(burned_ha)) OVER () s FROM t GROUP BY 1", t)
    ask("power_plants", "part", "what does each fuel contribute to the total capacity, as a percentage", "SELECT fuel, sum(cap_mw)/sum(sum(cap_mw)) OVER () s FROM t GROUP BY 1", t)
    ask("members", "part", "make-up of our members by type, in %", "SELECT member_type, count(*)*1.0/sum(count(*)) OVER () s FROM t GROUP BY 1", t)
    ask("hotel_bookings", "part", "percentage of revenue (total amount) that comes from each channel", "SELECT channel, sum(total_amount)/sum(sum(total_amount)) OVER () s FROM t GROUP BY 1", t)


def shares_within(ask):
    t = "share_within computed pct na"
    ask("hospital_visits", "cmp", "for each department, what percentage of visits ended in an admission?", "SELECT dept, avg((admitted='yes')::int) s FROM t GROUP BY 1", t)
    ask("wildfires", "cmp", "how often did people have to be evacuated, by state, in percent of the fires", "SELECT state, avg((evacuation='T')::int) s FROM t GROUP BY 1", t)
    ask("hotel_bookings", "cmp", "rate of cancellation for each booking channel", "SELECT channel, avg(is_cancelled) s FROM t GROUP BY 1", t)
    ask("staff_pay", "cmp", "in which department is the proportion of women highest", ["SELECT dept, avg((gender='F')::int) s FROM t GROUP BY 1 ORDER BY 2 DESC"], t + " top=1")
    ask("films", "cmp", "what portion of every studio's films are sequels?", "SELECT studio, avg(seq_fl) s FROM t GROUP BY 1", t)
    ask("chess_games", "cmp", "percentage of games White wins, per opening", "SELECT opening, avg((result='1-0')::int) s FROM t GROUP BY 1", t)
    ask("marathon", "cmp", "within each start wave, the share of women", "SELECT start_wave, avg((sex='F')::int) s FROM t GROUP BY 1", t)
    ask("members", "cmp", "what % of the members in every city is active", "SELECT city, avg((active='yes')::int) s FROM t GROUP BY 1", t)
    ask("tram_delays", "part", "for every line show how the weather was distributed, in % of its trips", "SELECT line, weather, count(*)*1.0/sum(count(*)) OVER (PARTITION BY line) s FROM t GROUP BY 1,2", t)
    ask("car_models", "part", "fuel mix of each body type as 100 percent bars", "SELECT body, fuel, count(*)*1.0/sum(count(*)) OVER (PARTITION BY body) s FROM t GROUP BY 1,2", "share_within computed pct")


def rates(ask):
    t = "rate computed na"
    ask("energy_meters", "cmp", "electricity used per square metre of floor, by building type", ["SELECT BuildingType, sum(kWhTotal)*1.0/sum(FloorAreaM2) v FROM t GROUP BY 1", "SELECT BuildingType, avg(kWhTotal*1.0/FloorAreaM2) v FROM t GROUP BY 1"], t)
    ask("wildfires", "cmp", "cost per burned hectare in each state", ["SELECT state, sum(cost_musd)/sum(burned_ha) v FROM t GROUP BY 1", "SELECT state, avg(cost_musd/burned_ha) v FROM t GROUP BY 1", "SELECT state, sum(cost_musd)*1000000/sum(burned_ha) v FROM t GROUP BY 1"], t)
    ask("books", "cmp", "what do we pay per page, by genre", ["SELECT genre, sum(price_eur)/sum(pages) v FROM t GROUP BY 1", "SELECT genre, avg(price_eur/pages) v FROM t GROUP BY 1"], t)
    ask("power_plants", "cmp", "megawatts per employee for the different fuels", ["SELECT fuel, sum(cap_mw)/sum(staff_n) v FROM t GROUP BY 1", "SELECT fuel, avg(cap_mw/staff_n) v FROM t GROUP BY 1"], t)
    ask("fish_landings", "cmp", "tonnes caught per trip, for each gear", ["SELECT GEAR, sum(CATCH_T)/sum(TRIPS_N) v FROM t GROUP BY 1", "SELECT GEAR, avg(CATCH_T/TRIPS_N) v FROM t GROUP BY 1"], t)
    ask("waste_stats", "cmp", "waste per head and municipality in 2023", ["SELECT municipality, waste_total_t*1.0/inhabitants v FROM t WHERE year=2023 AND municipality<>'All municipalities'", "SELECT municipality, waste_total_t*1000.0/inhabitants v FROM t WHERE year=2023 AND municipality<>'All municipalities'"], t)
    ask("films", "cmp", "dollars earned worldwide for each dollar of budget, by genre", ["SELECT genre, sum(ww_gross_mio) FILTER (budg_mio_usd IS NOT NULL)/sum(budg_mio_usd) v FROM t GROUP BY 1", "SELECT genre, avg(ww_gross_mio/budg_mio_usd) v FROM t GROUP BY 1", "SELECT genre, sum(ww_gross_mio)/sum(budg_mio_usd) v FROM t GROUP BY 1"], t)
    ask("match_results", "num", "on average how many goals does the home team score per match?", "SELECT avg(FTHG) v FROM t", "rate plain")
    ask("wildfires", "num", "How many fires are there in a year on average?", "SELECT count(*)*1.0/count(DISTINCT yr) v FROM t", t)
    ask("tram_delays", "cmp", "average number of passengers per trip on every line", "SELECT line, avg(passengers) v FROM t GROUP BY 1", "rate plain na")
    ask("waste_stats", "cmp", "cost per inhabitant in each county, 2020", ["SELECT county, sum(cost_eur)*1.0/sum(inhabitants) v FROM t WHERE year=2020 AND county<>'' GROUP BY 1", "SELECT county, avg(cost_eur*1.0/inhabitants) v FROM t WHERE year=2020 AND county<>'' GROUP BY 1"], t)


def ratios(ask):
    t = "ratio computed na"
    ask("match_results", "num", "ratio of home wins to away wins", "SELECT count(*) FILTER (FTR='H')*1.0/count(*) FILTER (FTR='A') v FROM t", t)
    ask("universities", "cmp", "undergraduates per postgraduate at every university in Ohio", "SELECT institution, undergrads*1.0/postgrads v FROM t WHERE state='Ohio'", t)
    ask("energy_meters", "cmp", "ratio between day and night consumption for each city", ["SELECT City, sum(kWhDay)*1.0/sum(kWhNight) v FROM t GROUP BY 1", "SELECT City, avg(kWhDay*1.0/kWhNight) v FROM t GROUP BY 1"], t)
    ask("hotel_bookings", "num", "how many direct bookings do we have for every corporate booking?", "SELECT count(*) FILTER (channel='Direct')*1.0/count(*) FILTER (channel='Corporate') v FROM t", t)
    ask("products", "cmp", "list price divided by cost price, average by category", ["SELECT category, avg(list_price/cost_price) v FROM t GROUP BY 1", "SELECT category, sum(list_price)/sum(cost_price) v FROM t GROUP BY 1"], t)
    ask("match_results", "cmp", "shots on target relative to all shots of the home side, by home team", ["SELECT HomeTeam, sum(H_SoT)*1.0/sum(H_Shots) v FROM t GROUP BY 1", "SELECT HomeTeam, avg(H_SoT*1.0/H_Shots) v FROM t GROUP BY 1"], t + " pct")
    ask("fish_landings", "cmp", "how much of the catch is discarded, per species group, in percent", ["SELECT SP_GRP, sum(DISC_T)/sum(CATCH_T) v FROM t GROUP BY 1", "SELECT SP_GRP, avg(DISC_T/CATCH_T) v FROM t GROUP BY 1"], t + " pct")
    ask("tram_delays", "cmp", "passengers as a percentage of seats, for each line", "SELECT line, sum(passengers)*1.0/sum(seats) v FROM t GROUP BY 1", t + " pct")


def differences(ask):
    t = "difference computed na"
    ask("hospital_visits", "num", "how much longer do women wait than men on average", ["SELECT avg(wait_min) FILTER (sex='F')-avg(wait_min) FILTER (sex='M') v FROM t", "SELECT avg(wait_min) FILTER (sex='M')-avg(wait_min) FILTER (sex='F') v FROM t"], t)
    ask("universities", "cmp", "gap between out-of-state and in-state tuition, by state", ["SELECT state, avg(tuition_out_state_usd-tuition_in_state_usd) v FROM t GROUP BY 1"], t)
    ask("products", "cmp", "margin (list price minus cost price) of each category on average", "SELECT category, avg(list_price-cost_price) v FROM t GROUP BY 1", t)
    ask("marathon", "num", "What is the difference in average finish time between M and F?", ["SELECT avg(finish_min) FILTER (sex='F')-avg(finish_min) FILTER (sex='M') v FROM t", "SELECT avg(finish_min) FILTER (sex='M')-avg(finish_min) FILTER (sex='F') v FROM t"], t)
    ask("household_budgets", "cmp", "by how much does average income exceed total spending in each region in 2023", ["SELECT region, avg(avg_income)-avg(exp_total) v FROM t WHERE year=2023 GROUP BY 1", "SELECT region, sum(avg_income*count)*1.0/sum(count)-sum(exp_total*count)*1.0/sum(count) v FROM t WHERE year=2023 GROUP BY 1"], t)
    ask("energy_meters", "num", "how many more kWh in total did we use in 2023 than in 2024", ["SELECT sum(kWhTotal) FILTER (Year=2023)-sum(kWhTotal) FILTER (Year=2024) n FROM t", "SELECT sum(kWhTotal) FILTER (Year=2024)-sum(kWhTotal) FILTER (Year=2023) n FROM t"], t)
    ask("match_results", "cmp", "goal difference at home for each team", "SELECT HomeTeam, sum(FTHG)-sum(FTAG) v FROM t GROUP BY 1", t)
    ask("films", "rows", "which five films made the biggest profit (worldwide gross minus budget)?", "SELECT title, ww_gross_mio-budg_mio_usd v FROM t WHERE budg_mio_usd IS NOT NULL ORDER BY 2 DESC", t + " top=5!")


def changes(ask):
    t = "change computed na"
    by_year = "SELECT yr y, n-lag(n) OVER (ORDER BY yr) v FROM (SELECT yr, count(*) n FROM t GROUP BY 1) QUALIFY lag(n) OVER (ORDER BY yr) IS NOT NULL"
    ask("wildfires", "trend", "by how many did the number of fires go up or down each year", by_year, t)
    ask("population", "trend", "year-on-year growth of births in the whole country, in percent", "SELECT year y, births*1.0/lag(births) OVER (ORDER BY year)-1 v FROM t WHERE level='country' QUALIFY lag(births) OVER (ORDER BY year) IS NOT NULL", t + " pct")
    ask("household_budgets", "cmp", "how much did food spending rise between 2015 and 2023 in each region, in percent", ["SELECT region, avg(exp_food) FILTER (year=2023)/avg(exp_food) FILTER (year=2015)-1 v FROM t GROUP BY 1"], t + " pct")
    ask("waste_stats", "cmp", "Change in recycling rate from 2012 to 2023 for each municipality", ["SELECT municipality, max(recycling_rate_pct) FILTER (year=2023)-max(recycling_rate_pct) FILTER (year=2012) v FROM t WHERE municipality<>'All municipalities' GROUP BY 1", "SELECT municipality, max(recycling_rate_pct) FILTER (year=2023)/max(recycling_rate_pct) FILTER (year=2012)-1 v FROM t WHERE municipality<>'All municipalities' GROUP BY 1"], t + " pct")
    ask("world_dev", "rows", "which country's life expectancy improved the most since 2000?", [f"SELECT Entity, max(Life_exp) FILTER (Year=(SELECT max(Year) FROM t))-max(Life_exp) FILTER (Year=2000) v FROM t WHERE Code IS NOT NULL AND Code NOT LIKE 'OWID%' GROUP BY 1 HAVING v IS NOT NULL ORDER BY 2 DESC"], t + " top=1")
    ask("energy_meters", "num", "percentage change of the gas consumption from 2022 to 2024", "SELECT sum(GasM3) FILTER (Year=2024)*1.0/sum(GasM3) FILTER (Year=2022)-1 v FROM t", t + " pct")
    ask("crop_yields", "trend", "index of wheat production, 2012 = 100", "SELECT Year y, sum(\"Production (t)\")*100.0/(SELECT sum(\"Production (t)\") FROM t WHERE Crop='Wheat' AND Year=2012 AND Region<>'All regions') v FROM t WHERE Crop='Wheat' AND Region<>'All regions' GROUP BY 1", t)
    ask("tram_delays", "trend", "month over month change in the number of passengers", [f"SELECT d, n-lag(n) OVER (ORDER BY d) v FROM (SELECT date_trunc('month', service_date) d, sum(passengers) n FROM t {w} GROUP BY 1) QUALIFY lag(n) OVER (ORDER BY d) IS NOT NULL" for w in ("", "WHERE service_date<'2025-03-01'")] + [f"SELECT d, n*1.0/lag(n) OVER (ORDER BY d)-1 v FROM (SELECT date_trunc('month', service_date) d, sum(passengers) n FROM t {w} GROUP BY 1) QUALIFY lag(n) OVER (ORDER BY d) IS NOT NULL" for w in ("", "WHERE service_date<'2025-03-01'")], t + " pct")
    ask("fish_landings", "num", "how did the landed value develop from 2022 to 2023 in percent", "SELECT sum(VALUE_EUR) FILTER (year(LAND_MON)=2023)*1.0/sum(VALUE_EUR) FILTER (year(LAND_MON)=2022)-1 v FROM t", t + " pct")
    ask("power_plants", "cmp", "did generation grow or shrink between 2017 and 2021, by fuel?", ["SELECT fuel, sum(gen_gwh_2021)-sum(gen_gwh_2017) v FROM t GROUP BY 1", "SELECT fuel, sum(gen_gwh_2021)/sum(gen_gwh_2017)-1 v FROM t GROUP BY 1", "SELECT fuel, sum(gen_gwh_2017) a, sum(gen_gwh_2021) b FROM t GROUP BY 1"], t + " pct")


def cumulated(ask):
    t = "cumulative computed"
    ask("wildfires", "trend", "burned hectares added up year after year", "SELECT yr y, sum(sum(burned_ha)) OVER (ORDER BY yr) v FROM t GROUP BY 1", t)
    ask("hospital_visits", "trend", "running total of visits by month", both("SELECT date_trunc('month', arrival) d, sum(count(*)) OVER (ORDER BY date_trunc('month', arrival)) v FROM t WHERE GROUP BY 1", "arrival<'2025-03-01'"), t)
    ask("hotel_bookings", "trend", "accumulated booking revenue over time (by month booked)", both("SELECT date_trunc('month', booked_on) d, sum(sum(total_amount)) OVER (ORDER BY date_trunc('month', booked_on)) v FROM t WHERE GROUP BY 1", "booked_on<'2024-10-01'"), t)
    ask("staff_pay", "trend", "how has the number of hires accumulated over the years", both("SELECT year(hire_dt) y, sum(count(*)) OVER (ORDER BY year(hire_dt)) v FROM t WHERE GROUP BY 1", "hire_dt<'2024-01-01'"), t)
    ask("members", "trend", "total number of members who had joined by the end of each year", both("SELECT year(joined_on) y, sum(count(*)) OVER (ORDER BY year(joined_on)) v FROM t WHERE GROUP BY 1", "joined_on<'2024-01-01'"), t)
    ask("chess_games", "trend", "cumulative games per time control and month", [f"SELECT d, time_control, sum(n) OVER (PARTITION BY time_control ORDER BY d) v FROM (SELECT date_trunc('month', played_at) d, time_control, count(*) n FROM t {w} GROUP BY 1,2)" for w in ("", "WHERE played_at<'2024-10-01'")], t)
    ask("fish_landings", "trend", "cumulated value of landings in 2023 month by month", "SELECT LAND_MON d, sum(sum(VALUE_EUR)) OVER (ORDER BY LAND_MON) v FROM t WHERE year(LAND_MON)=2023 GROUP BY 1", t)


def moving(ask):
    t = "moving computed na"
    ask("cycle_counts", "trend", "smooth the daily total at Canal Path with a 7 day average", ["SELECT count_date d, avg(total_day) OVER (ORDER BY count_date ROWS 6 PRECEDING) v FROM t WHERE counter_name='Canal Path'", "SELECT count_date d, avg(total_day) OVER (ORDER BY count_date ROWS BETWEEN 3 PRECEDING AND 3 FOLLOWING) v FROM t WHERE counter_name='Canal Path'"], t)
    ask("wildfires", "trend", "three-year moving average of burned area", ["SELECT yr y, avg(sum(burned_ha)) OVER (ORDER BY yr ROWS 2 PRECEDING) v FROM t GROUP BY 1", "SELECT yr y, avg(sum(burned_ha)) OVER (ORDER BY yr ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) v FROM t GROUP BY 1"], t)
    ask("fish_landings", "trend", "rolling 3 month mean of the landed tonnes", both("SELECT LAND_MON d, avg(sum(LAND_T)) OVER (ORDER BY LAND_MON ROWS 2 PRECEDING) v FROM t WHERE GROUP BY 1", "LAND_MON<'2025-04-01'"), t)
    ask("population", "trend", "5-year rolling average of deaths for the whole country", "SELECT year y, avg(deaths) OVER (ORDER BY year ROWS 4 PRECEDING) v FROM t WHERE level='country'", t)
    ask("air_quality", "trend", "ozone at the Steelworks as a moving average over 30 days", "SELECT \"date\" d, avg(\"O3 (µg/m³)\") OVER (ORDER BY \"date\" ROWS 29 PRECEDING) v FROM t WHERE station='Steelworks'", t)
    ask("hospital_visits", "trend", "average of the last 3 months of the number of visits, month by month", both("SELECT date_trunc('month', arrival) d, avg(count(*)) OVER (ORDER BY date_trunc('month', arrival) ROWS 2 PRECEDING) v FROM t WHERE GROUP BY 1", "arrival<'2025-03-01'"), t)


def ranks(ask):
    t = "rank"
    ask("films", "rows", "what is the second longest film?", "SELECT title, rt_min v FROM t QUALIFY dense_rank() OVER (ORDER BY rt_min DESC)=2", t + " computed")
    ask("marathon", "rows", "who came third in the race", "SELECT runner FROM t WHERE place_overall=3", t + " computed")
    ask("universities", "rows", "the fourth oldest university", "SELECT institution, founded y FROM t QUALIFY row_number() OVER (ORDER BY founded)=4", t + " computed")
    ask("wildfires", "cmp", "state with the second most fires", "SELECT state, count(*) n FROM t GROUP BY 1 QUALIFY row_number() OVER (ORDER BY count(*) DESC)=2", t + " computed")
    ask("car_models", "rows", "3rd most powerful car", "SELECT mdl, pwr_hp v FROM t QUALIFY dense_rank() OVER (ORDER BY pwr_hp DESC)=3", t + " computed")
    ask("power_plants", "cmp", "rank the countries by installed capacity", "SELECT country, sum(cap_mw) n FROM t GROUP BY 1", t + " plain")
    ask("universities", "rows", "where does Carver University rank by endowment?", ["SELECT r FROM (SELECT institution, rank() OVER (ORDER BY endowment_mio_usd DESC) r FROM t) WHERE institution='Carver University'", "SELECT institution, endowment_mio_usd v FROM t ORDER BY 2 DESC"], t + " computed")
    ask("match_results", "cmp", "which team comes second when it comes to home wins", "SELECT HomeTeam, count(*) n FROM t WHERE FTR='H' GROUP BY 1 QUALIFY row_number() OVER (ORDER BY count(*) DESC)=2", t + " computed")


def tops(ask):
    t = "topn_group computed"
    ask("films", "rows", "the two highest grossing films of each genre worldwide", "SELECT genre, title, ww_gross_mio v FROM t QUALIFY row_number() OVER (PARTITION BY genre ORDER BY ww_gross_mio DESC)<=2", t)
    ask("car_models", "rows", "for every body type, the car with the most horsepower", "SELECT body, mdl, pwr_hp v FROM t QUALIFY rank() OVER (PARTITION BY body ORDER BY pwr_hp DESC)=1", t)
    ask("marathon", "rows", "winner of each age category with the time", ["SELECT age_cat, runner, finish_min v FROM t WHERE finish_min IS NOT NULL QUALIFY row_number() OVER (PARTITION BY age_cat ORDER BY finish_min)=1", "SELECT age_cat, runner, finish_time FROM t WHERE finish_min IS NOT NULL QUALIFY row_number() OVER (PARTITION BY age_cat ORDER BY finish_min)=1"], t)
    ask("books", "rows", "longest book per language", "SELECT language, title, pages v FROM t QUALIFY rank() OVER (PARTITION BY language ORDER BY pages DESC)=1", t)
    ask("universities", "rows", "top 2 universities in each region by graduation rate", "SELECT region, institution, grad_rate_pct v FROM t QUALIFY row_number() OVER (PARTITION BY region ORDER BY grad_rate_pct DESC)<=2", t + " na")
    ask("wildfires", "rows", "What was the biggest fire in each year?", "SELECT yr y, fire_name, burned_ha v FROM t QUALIFY row_number() OVER (PARTITION BY yr ORDER BY burned_ha DESC)=1", t)
    ask("wildfires", "cmp", "most common cause of fire in every state", "SELECT state, cause, count(*) n FROM t GROUP BY 1,2 QUALIFY row_number() OVER (PARTITION BY state ORDER BY count(*) DESC)=1", t)
    ask("products", "rows", "cheapest product within each category", "SELECT category, product_name, list_price v FROM t QUALIFY row_number() OVER (PARTITION BY category ORDER BY list_price)=1", t)
    ask("power_plants", "rows", "give me the three largest plants of each country", "SELECT country, plant_nm, cap_mw v FROM t QUALIFY row_number() OVER (PARTITION BY country ORDER BY cap_mw DESC)<=3", t)


def percents(ask):
    t = "top_percent computed"
    ten = "SELECT {0}, {1} v FROM t WHERE {1} IS NOT NULL QUALIFY row_number() OVER (ORDER BY {1} {2})<=ceil(count(*) OVER ()*{3})"
    also = "SELECT {0}, {1} v FROM t WHERE {1} IS NOT NULL QUALIFY row_number() OVER (ORDER BY {1} {2})<=floor(count(*) OVER ()*{3})"
    ask("staff_pay", "rows", "who are the top 5 % earners by base salary", [ten.format("full_name", "base_sal_usd", "DESC", 0.05), also.format("full_name", "base_sal_usd", "DESC", 0.05)], t)
    ask("universities", "rows", "universities in the top ten percent by endowment", [ten.format("institution", "endowment_mio_usd", "DESC", 0.1), also.format("institution", "endowment_mio_usd", "DESC", 0.1)], t)
    ask("books", "rows", "the thinnest 10 % of the books", ten.format("title", "pages", "", 0.1), t)
    ask("power_plants", "rows", "list the largest 5 percent of all plants by capacity", [ten.format("plant_nm", "cap_mw", "DESC", 0.05), also.format("plant_nm", "cap_mw", "DESC", 0.05)], t)
    ask("products", "rows", "bottom 10% of products by stock", ten.format("product_name", "in_stock", "", 0.1), t)
    ask("films", "num", "how much of the worldwide gross do the top 10 % of films bring in?", "SELECT sum(v) FILTER (r<=39)/sum(v) s FROM (SELECT ww_gross_mio v, row_number() OVER (ORDER BY ww_gross_mio DESC) r FROM t)", t + " pct")


def spreads(ask):
    p, m, s = "percentile computed na", "median computed na", "deviation computed na"
    ask("tram_delays", "num", "which delay in seconds is not exceeded in 95 % of cases?", "SELECT quantile_cont(delay_sec, 0.95) v FROM t", p)
    ask("hospital_visits", "cmp", "90th percentile wait for each triage label", "SELECT triage_label, quantile_cont(wait_min, 0.9) v FROM t GROUP BY 1", p)
    ask("staff_pay", "num", "upper quartile of the base salary", "SELECT quantile_cont(base_sal_usd, 0.75) v FROM t", p)
    ask("marathon", "num", "p25 of finish minutes among women", "SELECT quantile_cont(finish_min, 0.25) v FROM t WHERE sex='F'", p)
    ask("chess_games", "cmp", "lower quartile of moves per opening", "SELECT opening, quantile_cont(moves, 0.25) v FROM t GROUP BY 1", p)
    ask("hotel_bookings", "cmp", "the 80 percent percentile of the nightly rate by room type", "SELECT room_type, quantile_cont(rate_per_night, 0.8) v FROM t GROUP BY 1", p)
    ask("staff_pay", "cmp", "what's the typical salary in each department", ["SELECT dept, median(base_sal_usd) v FROM t GROUP BY 1", "SELECT dept, avg(base_sal_usd) v FROM t GROUP BY 1"], m)
    ask("hospital_visits", "num", "half of all patients wait less than how many minutes?", "SELECT median(wait_min) v FROM t", m)
    ask("chess_games", "cmp", "middle value of the game length in moves, per time control", "SELECT time_control, median(moves) v FROM t GROUP BY 1", m)
    ask("car_models", "cmp", "median weight by body style", "SELECT body, median(curb_wt_kg) v FROM t GROUP BY 1", m)
    ask("marathon", "cmp", "Median age of the finishers for every nationality", "SELECT nat, median(age) v FROM t WHERE status='finished' GROUP BY 1", m)
    ask("films", "trend", "how did the median budget change over the years", both("SELECT year(rel_dt) y, median(budg_mio_usd) v FROM t WHERE GROUP BY 1", "rel_dt<'2024-01-01'"), m)
    ask("school_grades", "cmp", "how much do maths marks vary (standard deviation) per school", ["SELECT school, stddev_samp(math) v FROM t GROUP BY 1", "SELECT school, stddev_pop(math) v FROM t GROUP BY 1"], s)
    ask("tram_delays", "cmp", "std dev of delay for every line", ["SELECT line, stddev_samp(delay_sec) v FROM t GROUP BY 1", "SELECT line, stddev_pop(delay_sec) v FROM t GROUP BY 1"], s)
    ask("hospital_visits", "num", "Standard deviation of the cost", ["SELECT stddev_samp(cost_eur) v FROM t", "SELECT stddev_pop(cost_eur) v FROM t"], s)
    ask("air_quality", "cmp", "at which station does ozone fluctuate the most?", ["SELECT station, stddev_samp(\"O3 (µg/m³)\") v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT station, max(\"O3 (µg/m³)\")-min(\"O3 (µg/m³)\") v FROM t GROUP BY 1 ORDER BY 2 DESC"], s + " top=1")
    ask("marathon", "cmp", "spread of finish times in minutes by sex, as standard deviation", ["SELECT sex, stddev_samp(finish_min) v FROM t GROUP BY 1", "SELECT sex, stddev_pop(finish_min) v FROM t GROUP BY 1"], s)
    ask("films", "cmp", "range of audience scores (highest minus lowest) within each genre", "SELECT genre, max(aud_scr)-min(aud_scr) v FROM t GROUP BY 1", s)


def distinct(ask):
    t = "distinct computed"
    ask("films", "num", "how many different directors are there", "SELECT count(DISTINCT dir_nm) n FROM t", t)
    ask("books", "cmp", "number of unique authors per genre", "SELECT genre, count(DISTINCT author) n FROM t GROUP BY 1", t)
    ask("hospital_visits", "num", "How many individual patients visited us in 2024?", "SELECT count(DISTINCT patient_no) n FROM t WHERE year(arrival)=2024", t)
    ask("marathon", "cmp", "from how many nations did the runners in each wave come?", "SELECT start_wave, count(DISTINCT nat) n FROM t GROUP BY 1", t)
    ask("trips", "num", "how many distinct bikes were ridden", "SELECT count(DISTINCT bike_no) n FROM t", t)
    ask("staff_pay", "cmp", "how many kinds of job titles does each department have", "SELECT dept, count(DISTINCT job_title) n FROM t GROUP BY 1", t)
    ask("loans", "trend", "number of different members borrowing each month", both("SELECT date_trunc('month', loan_date) d, count(DISTINCT member_id) n FROM t WHERE GROUP BY 1", "loan_date<'2025-03-01'"), t)
    ask("power_plants", "rows", "what fuels are there?", "SELECT DISTINCT fuel FROM t", "distinct plain")


def against_average(ask):
    t = "average computed"
    ask("universities", "num", "how many universities have above-average tuition for in-state students?", "SELECT count(*) n FROM t WHERE tuition_in_state_usd>(SELECT avg(tuition_in_state_usd) FROM t)", t)
    ask("films", "rows", "list the dramas that are longer than the average film", ["SELECT title, rt_min v FROM t WHERE genre='Drama' AND rt_min>(SELECT avg(rt_min) FROM t)", "SELECT title, rt_min v FROM t WHERE genre='Drama' AND rt_min>(SELECT avg(rt_min) FROM t WHERE genre='Drama')"], t)
    ask("wildfires", "rows", "which states have more fires than the average state", "SELECT state, count(*) n FROM t GROUP BY 1 HAVING count(*)>(SELECT avg(n) FROM (SELECT count(*) n FROM t GROUP BY state))", t)
    ask("car_models", "num", "number of cars lighter than average", "SELECT count(*) n FROM t WHERE curb_wt_kg<(SELECT avg(curb_wt_kg) FROM t)", t)
    ask("products", "rows", "products that cost less than the mean list price of all", "SELECT product_name, list_price v FROM t WHERE list_price<(SELECT avg(list_price) FROM t)", t)
    ask("marathon", "cmp", "how many runners of each club beat the average finish time?", "SELECT club, count(*) n FROM t WHERE finish_min<(SELECT avg(finish_min) FROM t) AND club<>'' GROUP BY 1", t)
    ask("staff_pay", "num", "what share of staff earns below the average base salary", "SELECT avg((base_sal_usd<(SELECT avg(base_sal_usd) FROM t))::int) s FROM t", t + " pct")
    ask("power_plants", "rows", "plants with a capacity over twice the average", "SELECT plant_nm, cap_mw v FROM t WHERE cap_mw>2*(SELECT avg(cap_mw) FROM t)", t)


def combined(ask):
    t = "boolean"
    ask("hospital_visits", "num", "how many patients came by ambulance and were also admitted?", by(("*", "DISTINCT patient_no"), "SELECT count(KEY) n FROM t WHERE ambulance='yes' AND admitted='yes'"), t + " plain")
    ask("school_grades", "num", "records of pupils in either the choir or the chess club", "SELECT count(*) n FROM t WHERE club IN ('choir','chess')", t + " plain")
    ask("wildfires", "num", "number of fires in neither California nor Oregon", "SELECT count(*) n FROM t WHERE state NOT IN ('California','Oregon')", t + " plain")
    ask("hotel_bookings", "num", "bookings with breakfast but without children", "SELECT count(*) n FROM t WHERE breakfast='yes' AND children=0", t + " plain")
    ask("books", "num", "how many books are crime or fantasy", "SELECT count(*) n FROM t WHERE genre IN ('Crime','Fantasy')", t + " plain")
    ask("car_models", "cmp", "average price of cars that are both automatic (A) and electric, per manufacturer", "SELECT mfr, avg(msrp_eur) v FROM t WHERE trans='A' AND fuel='electric' GROUP BY 1", t + " plain na")
    ask("chess_games", "num", "games that were neither won by checkmate nor by resignation", "SELECT count(*) n FROM t WHERE termination NOT IN ('checkmate','resignation')", t + " plain")
    ask("staff_pay", "num", "how many people in Sales or HR work remotely from 'Remote'?", "SELECT count(*) n FROM t WHERE dept IN ('Sales','HR') AND work_loc='Remote'", t + " plain")
    x = "except plain"
    ask("films", "cmp", "average critics score per genre, documentaries excluded", "SELECT genre, avg(crit_scr) v FROM t WHERE genre<>'Documentary' GROUP BY 1", x + " na")
    ask("power_plants", "cmp", "capacity by fuel apart from nuclear", "SELECT fuel, sum(cap_mw) n FROM t WHERE fuel<>'Nuclear' GROUP BY 1", x)
    ask("orders", "num", "how many orders if we ignore the cancelled ones", "SELECT count(*) n FROM t WHERE status<>'cancelled'", x)
    ask("staff_pay", "cmp", "headcount by location without the warehouse people", "SELECT work_loc, count(*) n FROM t WHERE dept<>'Warehouse' GROUP BY 1", x)
    ask("marathon", "cmp", "runners per nation, everyone but the Germans", "SELECT nat, count(*) n FROM t WHERE nat<>'GER' GROUP BY 1", x)
    ask("wildfires", "num", "total burned area outside of California", "SELECT sum(burned_ha) n FROM t WHERE state<>'California'", x)
    ask("hospital_visits", "cmp", "visits by diagnosis leaving out colds", "SELECT diagnosis, count(*) n FROM t WHERE diagnosis<>'Cold' GROUP BY 1", x)
    ask("tram_delays", "cmp", "mean delay per line except line 9", "SELECT line, avg(delay_sec) v FROM t WHERE line<>9 GROUP BY 1", x + " na")


def ranges(ask):
    t = "between plain"
    ask("hospital_visits", "num", "how many patients are between 20 and 30 years old?", by(("*", "DISTINCT patient_no"), "SELECT count(KEY) n FROM t WHERE age BETWEEN 20 AND 30"), t)
    ask("films", "rows", "films with a budget from 100 to 120 million", "SELECT title, budg_mio_usd v FROM t WHERE budg_mio_usd BETWEEN 100 AND 120", t)
    ask("wildfires", "cmp", "number of fires per cause in the years 2015 to 2018", "SELECT cause, count(*) n FROM t WHERE yr BETWEEN 2015 AND 2018 GROUP BY 1", t)
    ask("books", "num", "books that have somewhere between 300 and 400 pages", "SELECT count(*) n FROM t WHERE pages BETWEEN 300 AND 400", t)
    ask("car_models", "num", "How many cars have 100-150 hp?", "SELECT count(*) n FROM t WHERE pwr_hp BETWEEN 100 AND 150", t)
    ask("universities", "rows", "universities founded in the years 1900 through 1950", "SELECT institution, founded y FROM t WHERE founded BETWEEN 1900 AND 1950", t)
    ask("tram_delays", "num", "trips when it was colder than 5 but warmer than 0 degrees", "SELECT count(*) n FROM t WHERE temp_c<5 AND temp_c>0", t)
    ask("hospital_visits", "num", "visits from June till August 2024", "SELECT count(*) n FROM t WHERE arrival>='2024-06-01' AND arrival<'2024-09-01'", t)
    ask("staff_pay", "num", "how many employees were hired before 2012 and how about at least grade 3: count both together", "SELECT count(*) n FROM t WHERE hire_dt<'2012-01-01' AND grade>=3", t)
    ask("orders", "trend", "orders per month since the start of 2024", "SELECT date_trunc('month', order_date) d, count(*) n FROM t WHERE order_date>='2024-01-01' GROUP BY 1", t)


def missing(ask):
    t = "missing plain"
    ask("films", "num", "for how many films do we not know the budget?", "SELECT count(*) n FROM t WHERE budg_mio_usd IS NULL", t)
    ask("loans", "num", "how many loans have not been returned yet", "SELECT count(*) n FROM t WHERE return_date IS NULL", t)
    ask("hospital_visits", "cmp", "visits without a satisfaction rating, by department", "SELECT dept, count(*) n FROM t WHERE satisfaction IS NULL GROUP BY 1", t)
    ask("marathon", "num", "how many runners belong to no club", "SELECT count(*) n FROM t WHERE club IS NULL OR club=''", t)
    ask("chess_games", "num", "number of games where the accuracy was recorded", "SELECT count(*) n FROM t WHERE accuracy_white IS NOT NULL", t)
    ask("universities", "rows", "which universities have no SAT average?", "SELECT institution FROM t WHERE sat_avg IS NULL", t)
    ask("staff_pay", "num", "how many of the staff have left (have a termination date)", "SELECT count(*) n FROM t WHERE term_dt IS NOT NULL", t)
    ask("hotel_bookings", "num", "percentage of bookings lacking a guest rating", "SELECT avg((guest_rating IS NULL)::int) s FROM t", "missing computed pct")
    ask("wildfires", "rows", "fires whose end date is missing, by state", "SELECT state, count(*) n FROM t WHERE end_date IS NULL GROUP BY 1", t + " mark=bar,table,point,arc")


def periods(ask):
    d, q, w, m = "decade computed", "quarter plain", "weekday computed", "month_of_year computed"
    ask("books", "cmp", "number of books by decade of publication", "SELECT published_year//10*10 dec, count(*) n FROM t GROUP BY 1", d)
    ask("universities", "cmp", "how many universities were founded in each decade?", "SELECT founded//10*10 dec, count(*) n FROM t GROUP BY 1", d)
    ask("power_plants", "cmp", "capacity added decade by decade", "SELECT commissioned//10*10 dec, sum(cap_mw) n FROM t GROUP BY 1", d)
    ask("books", "num", "books published in the nineties", ["SELECT count(*) n FROM t WHERE published_year BETWEEN 1990 AND 1999", "SELECT title FROM t WHERE published_year BETWEEN 1990 AND 1999"], d)
    ask("power_plants", "num", "how many plants went into operation during the 1980s?", "SELECT count(*) n FROM t WHERE commissioned BETWEEN 1980 AND 1989", d)
    ask("members", "cmp", "members by the decade they were born in", "SELECT birth_year//10*10 dec, count(*) n FROM t GROUP BY 1", d)
    ask("orders", "trend", "orders every quarter", both("SELECT date_trunc('quarter', order_date) d, count(*) n FROM t WHERE GROUP BY 1", "order_date<'2025-01-01'"), q)
    ask("fish_landings", "trend", "quarterly value of landings in 2023", ["SELECT date_trunc('quarter', LAND_MON) d, sum(VALUE_EUR) n FROM t WHERE year(LAND_MON)=2023 GROUP BY 1", "SELECT quarter(LAND_MON) qtr, sum(VALUE_EUR) n FROM t WHERE year(LAND_MON)=2023 GROUP BY 1"], q)
    ask("hospital_visits", "num", "how many patients came in Q2 2024?", by(("*", "DISTINCT patient_no"), "SELECT count(KEY) n FROM t WHERE arrival>='2024-04-01' AND arrival<'2024-07-01'"), q)
    ask("chess_games", "trend", "games played in each quarter of 2024 by time control", ["SELECT date_trunc('quarter', played_at) d, time_control, count(*) n FROM t GROUP BY 1,2", "SELECT date_trunc('quarter', played_at) d, time_control, count(*) n FROM t WHERE played_at<'2024-10-01' GROUP BY 1,2"], q)
    ask("hotel_bookings", "cmp", "revenue in the third quarter of 2023 per hotel, by arrival date", "SELECT hotel, sum(total_amount) n FROM t WHERE arrival_date>='2023-07-01' AND arrival_date<'2023-10-01' GROUP BY 1", q)
    ask("loans", "trend", "fines collected per quarter of the loan date", both("SELECT date_trunc('quarter', loan_date) d, sum(fine_eur) n FROM t WHERE GROUP BY 1", "loan_date<'2025-01-01'"), q)
    days = " mark=bar,line,point,table,arc,rect,tick"
    ask("hospital_visits", "cmp", "on which day of the week do most patients arrive?", by(("*", "DISTINCT patient_no"), "SELECT isodow(arrival) wd, count(KEY) n FROM t GROUP BY 1 ORDER BY 2 DESC"), w + days + " top=1")
    ask("chess_games", "cmp", "games by weekday", "SELECT isodow(played_at) wd, count(*) n FROM t GROUP BY 1", w + days)
    ask("loans", "cmp", "what is the busiest weekday for loans", "SELECT isodow(loan_date) wd, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", w + days + " top=1")
    ask("tram_delays", "cmp", "average delay from Monday to Sunday", "SELECT isodow(service_date) wd, avg(delay_sec) v FROM t GROUP BY 1", w + days + " na")
    ask("tram_delays", "cmp", "are trams fuller on weekends than on workdays?", ["SELECT CASE WHEN isodow(service_date)>5 THEN 'weekend' ELSE 'work|week' END k, avg(passengers) v FROM t GROUP BY 1"], w + " na")
    ask("cycle_counts", "cmp", "bikes counted on Saturdays and Sundays per counter", ["SELECT counter_name, sum(total_day) n FROM t WHERE weekday IN ('Sat','Sun') GROUP BY 1", "SELECT counter_name, weekday, sum(total_day) n FROM t WHERE weekday IN ('Sat','Sun') GROUP BY 1,2"], w)
    ask("trips", "cmp", "how many rides start on each day of the week", "SELECT isodow(start_ts) wd, count(*) n FROM t GROUP BY 1", w + days)
    ask("hospital_visits", "cmp", "at what time of day do patients come in? by hour", by(("*", "DISTINCT patient_no"), "SELECT hour(arrival) hr, count(KEY) n FROM t GROUP BY 1"), "hour computed" + days)
    ask("trips", "cmp", "busiest hour for bike trips", "SELECT hour(start_ts) hr, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "hour computed top=1" + days)


def seasons(ask):
    m = "month_of_year computed mark=bar,line,point,table,arc,rect,tick"
    ask("wildfires", "cmp", "in which month of the year do most fires start?", "SELECT month(start_date) moy, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", m + " top=1")
    ask("wildfires", "cmp", "fires by calendar month, all years together", "SELECT month(start_date) moy, count(*) n FROM t GROUP BY 1", m)
    ask("hotel_bookings", "cmp", "which months are the busiest for arrivals, regardless of the year", "SELECT month(arrival_date) moy, count(*) n FROM t GROUP BY 1", m)
    ask("energy_meters", "cmp", "seasonal pattern of gas use over the months January to December", ["SELECT Month moy, sum(GasM3) n FROM t GROUP BY 1", "SELECT Month moy, avg(GasM3) n FROM t GROUP BY 1"], m)
    ask("fish_landings", "cmp", "how does the catch vary over the course of the year (Jan-Dec, average tonnes)?", ["SELECT month(LAND_MON) moy, avg(CATCH_T) v FROM t GROUP BY 1", "SELECT moy, avg(n) v FROM (SELECT LAND_MON, month(LAND_MON) moy, sum(CATCH_T) n FROM t GROUP BY 1,2) GROUP BY 1"], m + " na")
    ask("films", "cmp", "seasonality of film releases by month", "SELECT month(rel_dt) moy, count(*) n FROM t GROUP BY 1", m)
    ask("air_quality", "cmp", "is ozone higher in summer than in winter?", ["SELECT month(\"date\") moy, avg(\"O3 (µg/m³)\") v FROM t GROUP BY 1", "SELECT CASE WHEN month(\"date\") IN (6,7,8) THEN 'summer' ELSE 'winter' END k, avg(\"O3 (µg/m³)\") v FROM t WHERE month(\"date\") IN (6,7,8,12,1,2) GROUP BY 1"], m + " na")


def relations(ask):
    t = "correlation computed"
    ask("marathon", "rel", "do people who train more run faster?", ["SELECT training_km_week a, finish_min b FROM t WHERE finish_min IS NOT NULL", "SELECT corr(training_km_week, finish_min) r FROM t"], t)
    ask("car_models", "rel", "How is CO2 related to weight?", ["SELECT curb_wt_kg a, co2_gkm b FROM t", "SELECT corr(curb_wt_kg, co2_gkm) r FROM t"], t)
    ask("school_grades", "rel", "are pupils who are good at maths also good at science", ["SELECT math a, science b FROM t WHERE math IS NOT NULL AND science IS NOT NULL", "SELECT corr(math, science) r FROM t"], t)
    ask("films", "rel", "does a big budget mean a higher gross?", ["SELECT budg_mio_usd a, ww_gross_mio b FROM t WHERE budg_mio_usd IS NOT NULL", "SELECT corr(budg_mio_usd, ww_gross_mio) r FROM t", "SELECT budg_mio_usd a, dom_gross_mio b FROM t WHERE budg_mio_usd IS NOT NULL"], t)
    ask("universities", "rel", "correlation between acceptance rate and graduation rate", ["SELECT accept_rate_pct a, grad_rate_pct b FROM t", "SELECT corr(accept_rate_pct, grad_rate_pct) r FROM t"], t)
    ask("hospital_visits", "rel", "is there a link between age and length of stay", ["SELECT age a, los_hours b FROM t", "SELECT corr(age, los_hours) r FROM t"], t)
    ask("cycle_counts", "rel", "connection between temperature and number of cyclists", ["SELECT temp_max_c a, total_day b FROM t WHERE total_day IS NOT NULL", "SELECT corr(temp_max_c, total_day) r FROM t"], t)
    ask("car_models", "rel", "does power depend on displacement, for each fuel separately?", ["SELECT displ_cc a, pwr_hp b, fuel FROM t WHERE displ_cc IS NOT NULL", "SELECT fuel, corr(displ_cc, pwr_hp) r FROM t GROUP BY 1"], t)
    ask("ferry_sailings", "rel", "do higher waves lead to longer departure delays", ["SELECT wave_ht_m a, dep_delay_min b FROM t WHERE wave_ht_m IS NOT NULL AND dep_delay_min IS NOT NULL", "SELECT corr(wave_ht_m, dep_delay_min) r FROM t"], t)


def outliers(ask):
    def above(name, column):
        high = FENCE.format(column)
        low = high.replace("0.75)+1.5", "0.25)-1.5")
        return [f"SELECT {name}, {column} v FROM t WHERE {column}>{high}", f"SELECT {name}, {column} v FROM t WHERE {column}>{high} OR {column}<{low}",
                f"SELECT {name}, {column} v FROM t WHERE abs({column}-(SELECT avg({column}) FROM t))>3*(SELECT stddev_samp({column}) FROM t)"]

    ask("wildfires", "rows", "which fires were unusually expensive?", above("fire_name", "cost_musd")[::2], "outlier computed")
    ask("staff_pay", "rows", "are there outliers in overtime hours? show me who", above("full_name", "overtime_hrs")[:1], "outlier computed")
    ask("match_results", "rows", "matches with an abnormally large attendance", above("HomeTeam, AwayTeam", "Att")[:1], "outlier computed")
    ask("power_plants", "rows", "outliers among the power plants by capacity", above("plant_nm", "cap_mw")[::2], "outlier computed")
    d = "distribution"
    ask("marathon", "dist", "how are the finish times in minutes distributed", "SELECT finish_min FROM t WHERE finish_min IS NOT NULL", d)
    ask("chess_games", "dist", "show the spread of the number of moves", "SELECT moves FROM t", d)
    ask("hospital_visits", "dist", "age profile of the patients as a histogram", "SELECT age FROM t", d)
    ask("products", "dist", "what do our list prices look like? distribution please", "SELECT list_price FROM t", d)


def measures(ask):
    t = "measures plain"
    ask("hospital_visits", "cmp", "average wait and average length of stay, department by department", "SELECT dept, avg(wait_min) a, avg(los_hours) b FROM t GROUP BY 1", t + " na")
    ask("films", "cmp", "compare critics' and audience scores across genres", "SELECT genre, avg(crit_scr) a, avg(aud_scr) b FROM t GROUP BY 1", t + " na")
    ask("school_grades", "cmp", "mean mark in maths, English and history for boys and girls", "SELECT gender, avg(math) a, avg(english) b, avg(history) c FROM t GROUP BY 1", t + " na")
    ask("energy_meters", "trend", "day and night electricity per year", both("SELECT Year y, sum(kWhDay) a, sum(kWhNight) b FROM t WHERE GROUP BY 1", "Year<2025"), t)
    ask("population", "trend", "births next to deaths over the years, whole country", "SELECT year y, births a, deaths b FROM t WHERE level='country'", t)
    ask("car_models", "cmp", "city consumption versus highway consumption by body type", "SELECT body, avg(cons_city_l100km) a, avg(cons_hwy_l100km) b FROM t GROUP BY 1", t + " na")
    ask("hotel_bookings", "cmp", "number of bookings and average nightly rate for every room type", "SELECT room_type, count(*) n, avg(rate_per_night) v FROM t GROUP BY 1", t + " na")
    ask("power_plants", "cmp", "minimum, mean and maximum capacity for each fuel", "SELECT fuel, min(cap_mw) a, avg(cap_mw) b, max(cap_mw) c FROM t GROUP BY 1", t + " na")


def records(ask):
    t = "superlative plain"
    ask("films", "rows", "what's the longest movie and how long is it", "SELECT title, rt_min v FROM t WHERE rt_min=(SELECT max(rt_min) FROM t)", t)
    ask("car_models", "rows", "fastest car by top speed", ["SELECT mdl, vmax_kmh v FROM t WHERE vmax_kmh=(SELECT max(vmax_kmh) FROM t)", "SELECT mdl, mfr, vmax_kmh v FROM t WHERE vmax_kmh=(SELECT max(vmax_kmh) FROM t)"], t)
    ask("universities", "rows", "Which university is the hardest to get into?", "SELECT institution, accept_rate_pct v FROM t WHERE accept_rate_pct=(SELECT min(accept_rate_pct) FROM t)", t)
    ask("wildfires", "rows", "name of the fire that destroyed the most homes", "SELECT fire_name, homes_destroyed v FROM t WHERE homes_destroyed=(SELECT max(homes_destroyed) FROM t)", t)
    ask("marathon", "rows", "who ran the fastest time?", ["SELECT runner, finish_min v FROM t WHERE finish_min=(SELECT min(finish_min) FROM t)", "SELECT runner, finish_time FROM t WHERE finish_min=(SELECT min(finish_min) FROM t)"], t)
    ask("products", "rows", "the heaviest thing we sell", "SELECT product_name, weight_g v FROM t WHERE weight_g=(SELECT max(weight_g) FROM t)", t)
    ask("match_results", "rows", "the match with the largest crowd: date, teams and attendance", "SELECT \"Date\" d, HomeTeam, AwayTeam, Att v FROM t WHERE Att=(SELECT max(Att) FROM t)", t)
    ask("books", "rows", "oldest book in the library", ["SELECT title, published_year y FROM t WHERE published_year=(SELECT min(published_year) FROM t)"], t)
    ask("power_plants", "rows", "which plant employs the fewest people", "SELECT plant_nm, staff_n v FROM t WHERE staff_n=(SELECT min(staff_n) FROM t)", t)


def trends(ask):
    t = "trend plain"
    ask("wildfires", "trend", "how did the number of fires develop?", ["SELECT yr y, count(*) n FROM t GROUP BY 1", "SELECT date_trunc('month', start_date) d, count(*) n FROM t GROUP BY 1"], t)
    ask("loans", "trend", "is lending going up or down?", ["SELECT date_trunc('month', loan_date) d, count(*) n FROM t GROUP BY 1", "SELECT date_trunc('month', loan_date) d, count(*) n FROM t WHERE loan_date<'2025-03-01' GROUP BY 1", "SELECT year(loan_date) y, count(*) n FROM t GROUP BY 1", "SELECT year(loan_date) y, count(*) n FROM t WHERE loan_date<'2025-01-01' GROUP BY 1", "SELECT date_trunc('quarter', loan_date) d, count(*) n FROM t GROUP BY 1"], t)
    ask("household_budgets", "trend", "development of the average savings rate over time", ["SELECT year y, avg(savings_rate_pct) v FROM t GROUP BY 1", "SELECT year y, sum(savings_rate_pct*count)/sum(count) v FROM t GROUP BY 1"], t + " na")
    ask("films", "trend", "have films become longer over the years?", both("SELECT year(rel_dt) y, avg(rt_min) v FROM t WHERE GROUP BY 1", "rel_dt<'2024-01-01'"), t + " na")
    ask("tram_delays", "trend", "delay per week over the whole period", both("SELECT date_trunc('week', service_date) d, avg(delay_sec) v FROM t WHERE GROUP BY 1", "service_date<'2025-03-10'"), t + " na")
    ask("crop_yields", "trend", "evolution of the wheat price", "SELECT Year y, avg(\"Price (EUR/t)\") v FROM t WHERE Crop='Wheat' GROUP BY 1", t + " na")
    ask("members", "trend", "new members each year", both("SELECT year(joined_on) y, count(*) n FROM t WHERE GROUP BY 1", "joined_on<'2024-01-01'"), t)
    ask("waste_stats", "trend", "how has the landfill tonnage changed in each county from year to year", "SELECT year y, county, sum(landfill_t) n FROM t WHERE county<>'' GROUP BY 1,2", t)


def compared(ask):
    t = "compare plain"
    ask("wildfires", "cmp", "compare California and Oregon by burned area", "SELECT state, sum(burned_ha) n FROM t WHERE state IN ('California','Oregon') GROUP BY 1", t)
    ask("car_models", "cmp", "petrol vs diesel: average CO2 emissions", "SELECT fuel, avg(co2_gkm) v FROM t WHERE fuel IN ('petrol','diesel') GROUP BY 1", t + " na")
    ask("hospital_visits", "cmp", "do private patients wait less than public ones?", "SELECT insurance, avg(wait_min) v FROM t WHERE insurance IN ('Private','Public') GROUP BY 1", t + " na")
    ask("universities", "cmp", "are private universities more expensive than public ones for out-of-state students", "SELECT control, avg(tuition_out_state_usd) v FROM t GROUP BY 1", t + " na")
    ask("household_budgets", "trend", "singles against families: average income over the years", ["SELECT year y, household_type, avg(avg_income) v FROM t WHERE household_type IN ('Single','Family') GROUP BY 1,2", "SELECT year y, household_type, sum(avg_income*count)*1.0/sum(count) v FROM t WHERE household_type IN ('Single','Family') GROUP BY 1,2"], t + " na")
    ask("tram_delays", "cmp", "is the delay greater when it snows than when it is dry?", ["SELECT weather, avg(delay_sec) v FROM t WHERE weather IN ('snow','dry') GROUP BY 1", "SELECT weather, avg(delay_sec) v FROM t GROUP BY 1"], t + " na")
    ask("staff_pay", "cmp", "who earns more, men or women?", ["SELECT gender, avg(base_sal_usd) v FROM t WHERE gender IN ('M','F') GROUP BY 1", "SELECT gender, avg(base_sal_usd) v FROM t GROUP BY 1", "SELECT gender, median(base_sal_usd) v FROM t WHERE gender IN ('M','F') GROUP BY 1"], t + " na")
    ask("school_grades", "cmp", "difference in English marks between schools", "SELECT school, avg(english) v FROM t GROUP BY 1", t + " na")


def casual(ask):
    t = "casual plain"
    ask("wildfires", "cmp", "which state had the most fires", "SELECT state, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", t + " top=1")
    ask("hotel_bookings", "cmp", "which hotel makes the most money?", "SELECT hotel, sum(total_amount) n FROM t GROUP BY 1 ORDER BY 2 DESC", t + " top=1")
    ask("tram_delays", "cmp", "worst line for delays", ["SELECT line, avg(delay_sec) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT line, sum(delay_sec) v FROM t GROUP BY 1 ORDER BY 2 DESC"], t + " top=1")
    ask("hospital_visits", "cmp", "give me the busiest department", "SELECT dept, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", t + " top=1")
    ask("chess_games", "cmp", "who plays White most often?", "SELECT white, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", t + " top=1")
    ask("films", "cmp", "which director has made the most films and how many", "SELECT dir_nm, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", t + " top=1")
    ask("members", "cmp", "where do our members live?", "SELECT city, count(*) n FROM t GROUP BY 1", t)
    ask("loans", "cmp", "how do people borrow: desk, app or self-service", "SELECT channel, count(*) n FROM t GROUP BY 1", t)
    ask("orders", "cmp", "what is the most popular way to pay?", "SELECT payment, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", t + " top=1")
    ask("match_results", "cmp", "which referee hands out the most yellow cards to home teams", ["SELECT Referee, sum(H_Yel) n FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT Referee, avg(H_Yel) v FROM t GROUP BY 1 ORDER BY 2 DESC"], t + " top=1")
    ask("marathon", "cmp", "which shoe brand do most runners wear", "SELECT shoe_brand, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", t + " top=1")
    ask("school_grades", "cmp", "in which class are pupils absent the most", ["SELECT class, avg(absence_days) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT class, sum(absence_days) v FROM t GROUP BY 1 ORDER BY 2 DESC"], t + " top=1")
    ask("power_plants", "cmp", "give me a breakdown of plants by owner", "SELECT owner, count(*) n FROM t GROUP BY 1", t)
    ask("staff_pay", "cmp", "show me headcount for each grade", "SELECT grade, count(*) n FROM t GROUP BY 1", t)
    ask("hotel_bookings", "num", "how long do guests stay on average?", "SELECT avg(nights) v FROM t", t)
    ask("hospital_visits", "num", "I'd like to know what an average visit costs", "SELECT avg(cost_eur) v FROM t", t)
    ask("trips", "cmp", "do members ride further than casual users", "SELECT usr_typ, avg(dist_km) v FROM t GROUP BY 1", t + " na")
    ask("car_models", "cmp", "cheapest manufacturers on average, the first five", "SELECT mfr, avg(msrp_eur) v FROM t GROUP BY 1 ORDER BY 2", t + " na top=5!")
    ask("wildfires", "cmp", "what causes most of the fires?", "SELECT cause, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", t + " top=1")


def elsewhere(ask):
    """German, French and Spanish."""
    ask("films", "cmp", "Wie viele Filme gibt es je Genre?", "SELECT genre, count(*) n FROM t GROUP BY 1", "de casual plain")
    ask("hospital_visits", "cmp", "durchschnittliche Wartezeit nach Abteilung", "SELECT dept, avg(wait_min) v FROM t GROUP BY 1", "de casual plain na")
    ask("wildfires", "part", "Anteil der Bundesstaaten an der verbrannten Fläche in Prozent", "SELECT state, sum(burned_ha)/sum(sum(burned_ha)) OVER () s FROM t GROUP BY 1", "de share_total computed pct")
    ask("wildfires", "trend", "Wie hat sich die Zahl der Brände über die Jahre entwickelt?", "SELECT yr y, count(*) n FROM t GROUP BY 1", "de trend plain")
    ask("staff_pay", "cmp", "Welche Abteilung hat die meisten Krankheitstage?", ["SELECT dept, sum(sick_days) n FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT dept, avg(sick_days) n FROM t GROUP BY 1 ORDER BY 2 DESC"], "de casual plain top=1")
    ask("car_models", "cmp", "Median der Leistung je Kraftstoff", "SELECT fuel, median(pwr_hp) v FROM t GROUP BY 1", "de median computed na")
    ask("books", "num", "Wie viele Bücher haben mehr als 500 Seiten?", "SELECT count(*) n FROM t WHERE pages>500", "de between plain")
    ask("tram_delays", "cmp", "An welchem Wochentag ist die Verspätung am größten?", "SELECT isodow(service_date) wd, avg(delay_sec) v FROM t GROUP BY 1 ORDER BY 2 DESC", "de weekday computed na top=1 mark=bar,line,point,table,arc,rect,tick")
    ask("hotel_bookings", "trend", "Umsatz (total_amount) pro Quartal nach Anreise", both("SELECT date_trunc('quarter', arrival_date) d, sum(total_amount) n FROM t WHERE GROUP BY 1", "arrival_date<'2025-04-01'"), "de quarter plain")
    ask("films", "cmp", "combien de films par studio", "SELECT studio, count(*) n FROM t GROUP BY 1", "fr casual plain")
    ask("hospital_visits", "num", "quel pourcentage des patients arrive en ambulance ?", "SELECT avg((ambulance='yes')::int) s FROM t", "fr share_total computed pct")
    ask("power_plants", "cmp", "les cinq plus grandes centrales par capacité", "SELECT plant_nm, cap_mw v FROM t ORDER BY 2 DESC", "fr casual plain top=5!")
    ask("members", "cmp", "nombre de membres par ville et par type", "SELECT city, member_type, count(*) n FROM t GROUP BY 1,2", "fr casual plain")
    ask("wildfires", "trend", "évolution de la surface brûlée par an", "SELECT yr y, sum(burned_ha) n FROM t GROUP BY 1", "fr trend plain")
    ask("marathon", "cmp", "temps moyen (finish_min) par catégorie d'âge", "SELECT age_cat, avg(finish_min) v FROM t GROUP BY 1", "fr casual plain na")
    ask("universities", "cmp", "¿qué región tiene más universidades?", "SELECT region, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "es casual plain top=1")
    ask("wildfires", "cmp", "número de incendios por causa", "SELECT cause, count(*) n FROM t GROUP BY 1", "es casual plain")
    ask("books", "cmp", "precio medio de los libros por género", "SELECT genre, avg(price_eur) v FROM t GROUP BY 1", "es casual plain na")
    ask("hotel_bookings", "num", "¿cuántas reservas fueron canceladas?", "SELECT sum(is_cancelled) n FROM t", "es casual plain")
    ask("chess_games", "num", "porcentaje de partidas que terminan en jaque mate", "SELECT avg((termination='checkmate')::int) s FROM t", "es share_total computed pct")


def unanswerable(b):
    for table, text, why in (
        ("wildfires", "how many animals died in the fires per state", "missing_column"),
        ("films", "which actor appears most often?", "missing_column"),
        ("hospital_visits", "which doctor treats the most patients", "missing_column"),
        ("marathon", "how much did the runners weigh on average", "missing_column"),
        ("car_models", "number of units sold of every model", "missing_column"),
        ("books", "how often was each book borrowed?", "missing_column"),
        ("universities", "average salary of graduates by university", "missing_column"),
        ("chess_games", "how old is each player", "missing_column"),
        ("tram_delays", "what does a ticket cost on line 5?", "missing_column"),
        ("staff_pay", "how many children do our employees have on average", "missing_column"),
        ("hotel_bookings", "what is the occupancy rate of the swimming pool", "missing_column"),
        ("power_plants", "electricity price by country", "missing_column"),
        ("match_results", "who scored the most goals this season (player)?", "missing_column"),
        ("members", "what is the yearly fee by member type", "missing_column"),
        ("wildfires", "number of fires in Alaska", "missing_rows"),
        ("films", "films released in 1985", "missing_rows"),
        ("orders", "orders per month in 2019", "missing_rows"),
        ("hospital_visits", "visits in the dermatology department", "missing_rows"),
        ("marathon", "fastest runner from Japan", "missing_rows"),
        ("wildfires", "why did the number of fires increase in 2020?", "cause"),
        ("tram_delays", "what is the reason line 5 got worse over the winter", "cause"),
        ("hotel_bookings", "how come guests cancel so much", "cause"),
        ("orders", "how many orders will we get next month?", "forecast"),
        ("members", "predict the number of members in 2030", "forecast"),
        ("wildfires", "how many hectares will burn next summer", "forecast"),
        ("films", "what film should I watch tonight?", "opinion"),
        ("staff_pay", "do you think the salaries are fair", "opinion"),
        ("car_models", "should I buy an electric car?", "opinion"),
    ):
        b.on(table)
        b.no(text, why)


def vague(b):
    b.on("products")
    b.either("which product is the best", ["SELECT product_name, avg_rating v FROM t WHERE avg_rating IS NOT NULL ORDER BY 2 DESC", "SELECT product_name, list_price-cost_price v FROM t ORDER BY 2 DESC", "SELECT product_name, list_price v FROM t ORDER BY 2 DESC"])
    b.on("universities")
    b.either("biggest universities", ["SELECT institution, undergrads v FROM t ORDER BY 2 DESC", "SELECT institution, undergrads+postgrads v FROM t ORDER BY 2 DESC", "SELECT institution, endowment_mio_usd v FROM t ORDER BY 2 DESC", "SELECT institution, dorm_capacity v FROM t ORDER BY 2 DESC", "SELECT institution, postgrads v FROM t ORDER BY 2 DESC"])
    b.either("how expensive is it to study in each region?", ["SELECT region, avg(tuition_in_state_usd) v FROM t GROUP BY 1", "SELECT region, avg(tuition_out_state_usd) v FROM t GROUP BY 1"])
    b.on("films")
    b.either("most successful films", [f"SELECT title, {c} v FROM t ORDER BY 2 DESC" for c in ("ww_gross_mio", "dom_gross_mio", "osc_wins", "crit_scr", "aud_scr", "n_votes")])
    b.either("how good are the films of each studio", [f"SELECT studio, avg({c}) v FROM t GROUP BY 1" for c in ("crit_scr", "aud_scr")])
    b.on("wildfires")
    b.either("the worst fires", [f"SELECT fire_name, {c} v FROM t ORDER BY 2 DESC" for c in ("burned_ha", "homes_destroyed", "cost_musd", "injuries")])
    b.either("total damage per state", [f"SELECT state, sum({c}) v FROM t GROUP BY 1" for c in ("burned_ha", "homes_destroyed", "cost_musd")])
    b.on("energy_meters")
    b.either("consumption by city", [f"SELECT City, sum({c}) v FROM t GROUP BY 1" for c in ("kWhTotal", "GasM3", "WaterM3")])
    b.on("hospital_visits")
    b.either("which department performs best", [f"SELECT dept, avg({c}) v FROM t GROUP BY 1 ORDER BY 2 {o}" for c, o in (("satisfaction", "DESC"), ("wait_min", ""), ("cost_eur", ""), ("los_hours", ""))])
    b.on("match_results")
    b.either("how many goals are scored per season", [f"SELECT Season, {c} n FROM t GROUP BY 1" for c in ("sum(FTHG)", "sum(FTAG)", "sum(FTHG+FTAG)", "avg(FTHG+FTAG)")])
    b.on("school_grades")
    b.either("which school has the best pupils?", [f"SELECT school, avg({c}) v FROM t GROUP BY 1 ORDER BY 2 DESC" for c in ("math", "english", "science", "history", "sports")])
    b.on("car_models")
    b.either("consumption by manufacturer", [f"SELECT mfr, avg({c}) v FROM t GROUP BY 1" for c in ("cons_city_l100km", "cons_hwy_l100km")])
    b.on("hotel_bookings")
    b.either("bookings by date", ["SELECT date_trunc('month', booked_on) d, count(*) n FROM t GROUP BY 1", "SELECT date_trunc('month', arrival_date) d, count(*) n FROM t GROUP BY 1", "SELECT booked_on d, count(*) n FROM t GROUP BY 1", "SELECT arrival_date d, count(*) n FROM t GROUP BY 1"])
    b.on("population")
    b.either("movement per region in 2020", [f"SELECT region, {c} v FROM t WHERE year=2020 AND level='region'" for c in ("moved_in", "moved_out", "moved_in-moved_out")])
    b.on("staff_pay")
    b.either("pay by department", [f"SELECT dept, {f}({c}) v FROM t GROUP BY 1" for c in ("base_sal_usd", "bonus_usd") for f in ("avg", "sum", "median")])
    b.on("power_plants")
    b.either("generation per fuel", [f"SELECT fuel, sum(gen_gwh_{y}) n FROM t GROUP BY 1" for y in range(2017, 2022)])
    b.on("marathon")
    b.either("how fast are the runners by sex", ["SELECT sex, avg(finish_min) v FROM t GROUP BY 1", "SELECT sex, median(finish_min) v FROM t GROUP BY 1", "SELECT sex, avg(half_min) v FROM t GROUP BY 1"])


def talks(b):
    b.on("wildfires")
    b.talk(("cmp", "number of fires by state", "SELECT state, count(*) n FROM t GROUP BY 1", ""),
           ("cmp", "only since 2018", "SELECT state, count(*) n FROM t WHERE yr>=2018 GROUP BY 1", ""),
           ("part", "as a share", "SELECT state, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE yr>=2018 GROUP BY 1", "pct"))
    b.talk(("trend", "burned area per year", "SELECT yr y, sum(burned_ha) n FROM t GROUP BY 1", ""),
           ("trend", "split it by cause", "SELECT yr y, cause, sum(burned_ha) n FROM t GROUP BY 1,2", ""),
           ("trend", "without the unknown ones", "SELECT yr y, cause, sum(burned_ha) n FROM t WHERE cause<>'Unknown' GROUP BY 1,2", ""))
    b.talk(("cmp", "Which cause burned the most hectares?", "SELECT cause, sum(burned_ha) n FROM t GROUP BY 1 ORDER BY 2 DESC", "top=1"),
           ("cmp", "and the least?", "SELECT cause, sum(burned_ha) n FROM t GROUP BY 1 ORDER BY 2", "top=1"),
           ("cmp", "what about in Nevada", "SELECT cause, sum(burned_ha) n FROM t WHERE state='Nevada' GROUP BY 1 ORDER BY 2", "top=1"))
    b.on("films")
    b.talk(("cmp", "average worldwide gross by genre", "SELECT genre, avg(ww_gross_mio) v FROM t GROUP BY 1", "na"),
           ("cmp", "now the median", "SELECT genre, median(ww_gross_mio) v FROM t GROUP BY 1", "na"),
           ("cmp", "as a table", "SELECT genre, median(ww_gross_mio) v FROM t GROUP BY 1", "na mark=table"))
    b.talk(("rel", "budget versus worldwide gross", "SELECT budg_mio_usd a, ww_gross_mio b FROM t WHERE budg_mio_usd IS NOT NULL", ""),
           ("rel", "the other way round", "SELECT ww_gross_mio a, budg_mio_usd b FROM t WHERE budg_mio_usd IS NOT NULL", ""),
           ("rel", "coloured by studio", "SELECT ww_gross_mio a, budg_mio_usd b, studio FROM t WHERE budg_mio_usd IS NOT NULL", ""))
    b.talk(("rows", "five longest films", "SELECT title, rt_min v FROM t ORDER BY 2 DESC", "top=5!"),
           ("rows", "make it ten", "SELECT title, rt_min v FROM t ORDER BY 2 DESC", "top=10!"),
           ("rows", "just the comedies", "SELECT title, rt_min v FROM t WHERE genre='Comedy' ORDER BY 2 DESC", "top=10!"))
    b.on("hospital_visits")
    b.talk(("cmp", "visits per department", "SELECT dept, count(*) n FROM t GROUP BY 1", ""),
           ("cmp", "per triage label instead", "SELECT triage_label, count(*) n FROM t GROUP BY 1", ""),
           ("part", "pie chart", "SELECT triage_label, count(*) n FROM t GROUP BY 1", "mark=arc"))
    b.talk(("cmp", "average wait by department", "SELECT dept, avg(wait_min) v FROM t GROUP BY 1", "na"),
           ("cmp", "which is the worst one?", "SELECT dept, avg(wait_min) v FROM t GROUP BY 1 ORDER BY 2 DESC", "na top=1"),
           ("trend", "show how it developed there month by month", both("SELECT date_trunc('month', arrival) d, avg(wait_min) v FROM t WHERE AND dept=(SELECT dept FROM t GROUP BY 1 ORDER BY avg(wait_min) DESC LIMIT 1) GROUP BY 1", "arrival<'2025-03-01'"), "na"))
    b.talk(("num", "how many visits were there in 2024?", "SELECT count(*) n FROM t WHERE year(arrival)=2024", ""),
           ("cmp", "by sex", "SELECT sex, count(*) n FROM t WHERE year(arrival)=2024 GROUP BY 1", ""),
           ("cmp", "and only those over 60", "SELECT sex, count(*) n FROM t WHERE year(arrival)=2024 AND age>60 GROUP BY 1", ""))
    b.on("car_models")
    b.talk(("cmp", "average power by fuel", "SELECT fuel, avg(pwr_hp) v FROM t GROUP BY 1", "na"),
           ("cmp", "same for the weight", "SELECT fuel, avg(curb_wt_kg) v FROM t GROUP BY 1", "na"),
           ("cmp", "per body type", ["SELECT body, avg(curb_wt_kg) v FROM t GROUP BY 1", "SELECT fuel, body, avg(curb_wt_kg) v FROM t GROUP BY 1,2"], "na"))
    b.talk(("rel", "scatter plot of weight and CO2", "SELECT curb_wt_kg a, co2_gkm b FROM t", ""),
           ("rel", "only petrol cars please", "SELECT curb_wt_kg a, co2_gkm b FROM t WHERE fuel='petrol'", ""),
           ("rel", "colour = body", "SELECT curb_wt_kg a, co2_gkm b, body FROM t WHERE fuel='petrol'", ""))
    b.talk(("cmp", "how many models per manufacturer", "SELECT mfr, count(*) n FROM t GROUP BY 1", ""),
           ("cmp", "just the top 3", "SELECT mfr, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "top=3!"),
           ("cmp", "and the bottom 3?", "SELECT mfr, count(*) n FROM t GROUP BY 1 ORDER BY 2", "top=3!"))
    b.on("hotel_bookings")
    b.talk(("trend", "bookings per month of arrival", both("SELECT date_trunc('month', arrival_date) d, count(*) n FROM t WHERE GROUP BY 1", "arrival_date<'2025-04-01'"), ""),
           ("trend", "one line per hotel", both("SELECT date_trunc('month', arrival_date) d, hotel, count(*) n FROM t WHERE GROUP BY 1,2", "arrival_date<'2025-04-01'"), ""),
           ("trend", "cancelled ones only", both("SELECT date_trunc('month', arrival_date) d, hotel, count(*) n FROM t WHERE AND is_cancelled=1 GROUP BY 1,2", "arrival_date<'2025-04-01'"), ""))
    b.talk(("cmp", "total amount by channel", "SELECT channel, sum(total_amount) n FROM t GROUP BY 1", ""),
           ("cmp", "and per night?", ["SELECT channel, sum(total_amount)/sum(nights) v FROM t GROUP BY 1", "SELECT channel, avg(rate_per_night) v FROM t GROUP BY 1"], "na"),
           ("cmp", "horizontal bars, highest first", ["SELECT channel, sum(total_amount)/sum(nights) v FROM t GROUP BY 1", "SELECT channel, avg(rate_per_night) v FROM t GROUP BY 1"], "na mark=bar"))
    b.on("energy_meters")
    b.talk(("cmp", "gas use by building type in 2023", "SELECT BuildingType, sum(GasM3) n FROM t WHERE Year=2023 GROUP BY 1", ""),
           ("cmp", "what about 2024?", "SELECT BuildingType, sum(GasM3) n FROM t WHERE Year=2024 GROUP BY 1", ""),
           ("cmp", "both years side by side", "SELECT BuildingType, Year y, sum(GasM3) n FROM t WHERE Year IN (2023,2024) GROUP BY 1,2", ""))
    b.on("marathon")
    b.talk(("cmp", "runners by nation", "SELECT nat, count(*) n FROM t GROUP BY 1", ""),
           ("cmp", "without Germany (GER)", "SELECT nat, count(*) n FROM t WHERE nat<>'GER' GROUP BY 1", ""),
           ("cmp", "men and women separately", "SELECT nat, sex, count(*) n FROM t WHERE nat<>'GER' GROUP BY 1,2", ""))
    b.talk(("cmp", "mean finish time in minutes per age category", "SELECT age_cat, avg(finish_min) v FROM t GROUP BY 1", "na"),
           ("cmp", "only first-timers", "SELECT age_cat, avg(finish_min) v FROM t WHERE first_marathon='Y' GROUP BY 1", "na"),
           ("cmp", "sort from slowest to fastest", "SELECT age_cat, avg(finish_min) v FROM t WHERE first_marathon='Y' GROUP BY 1 ORDER BY 2 DESC", "na"))
    b.on("tram_delays")
    b.talk(("cmp", "average delay per line", "SELECT line, avg(delay_sec) v FROM t GROUP BY 1", "na"),
           ("cmp", "when it rains", "SELECT line, avg(delay_sec) v FROM t WHERE weather='rain' GROUP BY 1", "na"),
           ("cmp", "and in the dry?", "SELECT line, avg(delay_sec) v FROM t WHERE weather='dry' GROUP BY 1", "na"))
    b.on("chess_games")
    b.talk(("cmp", "games per opening", "SELECT opening, count(*) n FROM t GROUP BY 1", ""),
           ("cmp", "and how many of those were rated?", "SELECT opening, count(*) n FROM t WHERE rated='TRUE' GROUP BY 1", ""),
           ("cmp", "stacked by result", "SELECT opening, result, count(*) n FROM t WHERE rated='TRUE' GROUP BY 1,2", ""))
    b.on("staff_pay")
    b.talk(("cmp", "average base salary by department", "SELECT dept, avg(base_sal_usd) v FROM t GROUP BY 1", "na"),
           ("cmp", "break it down by gender too", "SELECT dept, gender, avg(base_sal_usd) v FROM t GROUP BY 1,2", "na"),
           ("cmp", "drop gender X", "SELECT dept, gender, avg(base_sal_usd) v FROM t WHERE gender<>'X' GROUP BY 1,2", "na"))
    b.on("books")
    b.talk(("cmp", "number of books per genre", "SELECT genre, count(*) n FROM t GROUP BY 1", ""),
           ("cmp", "how many of these are in English", "SELECT genre, count(*) n FROM t WHERE language='English' GROUP BY 1", ""),
           ("cmp", "and the average price?", "SELECT genre, avg(price_eur) v FROM t WHERE language='English' GROUP BY 1", "na"))
    b.on("universities")
    b.talk(("cmp", "average graduation rate by region", "SELECT region, avg(grad_rate_pct) v FROM t GROUP BY 1", "na"),
           ("cmp", "public versus private in each", "SELECT region, control, avg(grad_rate_pct) v FROM t GROUP BY 1,2", "na"),
           ("cmp", "forget the public ones", "SELECT region, avg(grad_rate_pct) v FROM t WHERE control='Private' GROUP BY 1", "na"))
    b.on("household_budgets")
    b.talk(("trend", "average food spending over the years", "SELECT year y, avg(exp_food) v FROM t GROUP BY 1", "na"),
           ("trend", "add transport", "SELECT year y, avg(exp_food) a, avg(exp_transport) b FROM t GROUP BY 1", "na"),
           ("trend", "just for families", "SELECT year y, avg(exp_food) a, avg(exp_transport) b FROM t WHERE household_type='Family' GROUP BY 1", "na"))
    b.on("members")
    b.talk(("cmp", "Mitglieder nach Stadt", "SELECT city, count(*) n FROM t GROUP BY 1", "de"),
           ("cmp", "nur die aktiven", "SELECT city, count(*) n FROM t WHERE active='yes' GROUP BY 1", "de"),
           ("part", "als Kreisdiagramm", "SELECT city, count(*) n FROM t WHERE active='yes' GROUP BY 1", "de mark=arc"))
    b.on("power_plants")
    b.talk(("cmp", "total capacity by country", "SELECT country, sum(cap_mw) n FROM t GROUP BY 1", ""),
           ("cmp", "stack the fuels", "SELECT country, fuel, sum(cap_mw) n FROM t GROUP BY 1,2", ""),
           ("cmp", "leave out mothballed plants", "SELECT country, fuel, sum(cap_mw) n FROM t WHERE status='operating' GROUP BY 1,2", ""))
