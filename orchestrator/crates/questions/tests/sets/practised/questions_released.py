"""Questions that were frozen until 23 November 2026; see README.md."""


def write(b):
    for topic in (rates, apps, wildfires, grades, hotel, chess, freezers):
        topic(b)


def rates(b):
    b.on("fx_rates")
    D = '"date"'
    b.q("trend", "dollar rate over time", f"SELECT {D} d, USD v FROM t WHERE USD IS NOT NULL", "plain na")
    b.q("trend", "monthly average of GBP and CHF", f"SELECT date_trunc('month', {D}) d, avg(GBP) a, avg(CHF) b FROM t GROUP BY 1", "measures mean wide plain na")
    b.q("num", "highest value of the yen", "SELECT max(JPY) v FROM t", "max plain")
    b.q("rows", "on which day was the pound at its lowest?", [f"SELECT {D} d, GBP v FROM t WHERE GBP=(SELECT min(GBP) FROM t)", f"SELECT {D} d FROM t WHERE GBP=(SELECT min(GBP) FROM t)"], "superlative computed")
    b.q("trend", "30 day moving average of PLN", [f"SELECT {D} d, avg(PLN) OVER (ORDER BY {D} ROWS 29 PRECEDING) v FROM t", f"SELECT {D} d, avg(PLN) OVER (ORDER BY {D} ROWS 29 PRECEDING) v FROM t WHERE PLN IS NOT NULL", f"SELECT {D} d, avg(PLN) OVER (ORDER BY {D} RANGE BETWEEN INTERVAL 29 DAYS PRECEDING AND CURRENT ROW) v FROM t WHERE PLN IS NOT NULL"], "mavg computed na")
    b.q("trend", "how much did TRY change from month to month in percent (monthly averages)", f"SELECT d, v FROM (SELECT date_trunc('month', {D}) d, avg(\"TRY\")/lag(avg(\"TRY\")) OVER (ORDER BY date_trunc('month', {D}))-1 v FROM t GROUP BY 1) WHERE v IS NOT NULL", "growth computed pct")
    b.q("cmp", "volume by weekday", ["SELECT isodow(\"date\") wd, avg(volume_bn) v FROM t GROUP BY 1", "SELECT isodow(\"date\") wd, sum(volume_bn) v FROM t GROUP BY 1"], "weekday plain mark=bar,line,area,point,table")
    b.q("trend", "USD, CHF and SEK indexed to 100 on the first day", [f"SELECT {D} d, 100*USD/first_value(USD) OVER (ORDER BY {D}) a, 100*CHF/first_value(CHF) OVER (ORDER BY {D}) b, 100*SEK/first_value(SEK) OVER (ORDER BY {D}) c FROM t WHERE USD IS NOT NULL"], "index measures computed na")
    b.q("num", "correlation between SEK and NOK", ["SELECT corr(SEK, NOK) r FROM t", "SELECT SEK a, NOK b FROM t WHERE SEK IS NOT NULL"], "correlation computed mark=number,table,bar,point")
    b.q("num", "how many bank holidays are in the table", "SELECT count(*) n FROM t WHERE bank_holiday='Y'", "flag count plain")
    b.q("trend", "dollars per pound, i.e. USD divided by GBP, monthly mean", [f"SELECT date_trunc('month', {D}) d, avg(USD/GBP) v FROM t GROUP BY 1"], "ratio computed na")
    b.q("cmp", "which currencies vary the most? standard deviation of USD, GBP, CHF", ["SELECT stddev_samp(USD) a, stddev_samp(GBP) b, stddev_samp(CHF) c FROM t"], "std wide computed na")
    b.q("trend", "Durchschnittlicher Dollarkurs (USD) pro Quartal", f"SELECT date_trunc('quarter', {D}) d, avg(USD) v FROM t GROUP BY 1", "de quarter mean plain na")
    b.q("num", "difference between the key rate at the end and at the beginning", [f"SELECT arg_max(key_rate_pct, {D})-arg_min(key_rate_pct, {D}) v FROM t"], "difference last computed")
    b.no("rate of the Indian rupee", "missing_column")
    b.no("where will the dollar be at christmas", "forecast")
    b.no("USD in 2019", "missing_rows")
    b.either("which currency did best?", ["SELECT max(USD) a, max(GBP) b, max(CHF) c FROM t", f"SELECT arg_max(USD, {D})/arg_min(USD, {D})-1 a, arg_max(\"TRY\", {D})/arg_min(\"TRY\", {D})-1 b FROM t", f"SELECT {D} d, 100*USD/first_value(USD) OVER (ORDER BY {D}) a, 100*\"TRY\"/first_value(\"TRY\") OVER (ORDER BY {D}) b FROM t WHERE USD IS NOT NULL"])
    b.talk(("trend", "CHF over time", f"SELECT {D} d, CHF v FROM t WHERE CHF IS NOT NULL", "na"),
           ("trend", "monthly average instead", f"SELECT date_trunc('month', {D}) d, avg(CHF) v FROM t GROUP BY 1", "grain na"),
           ("trend", "just 2024", f"SELECT date_trunc('month', {D}) d, avg(CHF) v FROM t WHERE year({D})=2024 GROUP BY 1", "filter na"))


def apps(b):
    b.on("app_store")
    b.q("cmp", "number of apps per category", "SELECT Category, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "average rating by category", "SELECT Category, avg(Rating) v FROM t GROUP BY 1", "mean plain na")
    b.q("cmp", "10 apps with the most reviews", "SELECT App, Reviews n FROM t ORDER BY 2 DESC", "topn plain top=10!")
    b.q("cmp", "total installs of free and paid apps", "SELECT Type, sum(Installs) n FROM t GROUP BY 1", "dirty sum plain")
    b.q("num", "what share of the apps is free?", ["SELECT avg((Type='Free')::int) s FROM t", "SELECT Type, count(*)*1.0/sum(count(*)) OVER () s FROM t GROUP BY 1"], "share computed pct mark=number,table,bar,point,arc")
    b.q("num", "average size in MB of games", "SELECT avg(\"Size\") v FROM t WHERE Category='Games'", "unit filter mean dirty plain")
    b.q("cmp", "average price of paid apps per category", ["SELECT Category, avg(Price) v FROM t WHERE Type='Paid' GROUP BY 1"], "currency filter mean plain na")
    b.q("rows", "apps that cost more than 5 dollars", ["SELECT App, Price v FROM t WHERE Price>5", "SELECT App FROM t WHERE Price>5"], "currency filter plain")
    b.q("cmp", "reviews per 1000 installs by category", ["SELECT Category, 1000.0*sum(Reviews)/sum(Installs) v FROM t GROUP BY 1", "SELECT Category, avg(1000.0*Reviews/Installs) v FROM t GROUP BY 1"], "per ratio computed na")
    b.q("num", "apps without a rating", ["SELECT count(*) n FROM t WHERE Rating IS NULL"], "missing plain")
    b.q("rows", "best rated app of each developer", ["SELECT Developer, App, Rating v FROM t WHERE Rating IS NOT NULL QUALIFY rank() OVER (PARTITION BY Developer ORDER BY Rating DESC)=1", "SELECT Developer, App, Rating v FROM t WHERE Rating IS NOT NULL QUALIFY row_number() OVER (PARTITION BY Developer ORDER BY Rating DESC, App)=1"], "topn_group computed")
    b.q("cmp", "categories with a rating below average", "SELECT Category, avg(Rating) v FROM t GROUP BY 1 HAVING avg(Rating)<(SELECT avg(Rating) FROM t)", "below_avg computed na")
    b.q("trend", "number of apps by the year of their last update", "SELECT year(\"Last Updated\") y, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("rel", "size versus crash rate", "SELECT \"Size\" a, crash_pct b FROM t", "scatter plain mark=point")
    b.q("dist", "histogram of the ratings", "SELECT Rating v FROM t WHERE Rating IS NOT NULL", "dist plain")
    b.q("cmp", "how many apps for teens or mature users have in app purchases, by category", "SELECT Category, count(*) n FROM t WHERE \"Content Rating\" IN ('Teen','Mature 17+') AND \"In-app purchases\"='yes' GROUP BY 1", "or and plain")
    b.q("cmp", "Wie viele Apps pro Entwickler?", "SELECT Developer, count(*) n FROM t GROUP BY 1", "de count plain")
    b.q("cmp", "note moyenne des jeux par pays du développeur", "SELECT dev_country, avg(Rating) v FROM t WHERE Category='Games' GROUP BY 1", "fr filter mean plain na")
    b.no("how much revenue did each app make", "missing_column")
    b.no("why is Smart Budget rated so badly", "cause")
    b.no("is it worth making a paid app?", "opinion")
    b.either("most popular apps", ["SELECT App, Installs n FROM t ORDER BY 2 DESC", "SELECT App, Reviews n FROM t ORDER BY 2 DESC", "SELECT App, Rating n FROM t WHERE Rating IS NOT NULL ORDER BY 2 DESC"])
    b.talk(("cmp", "apps by category", "SELECT Category, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only paid ones", "SELECT Category, count(*) n FROM t WHERE Type='Paid' GROUP BY 1", "filter"),
           ("cmp", "average rating of these", "SELECT Category, avg(Rating) v FROM t WHERE Type='Paid' GROUP BY 1", "measure na"))


def wildfires(b):
    b.on("wildfires")
    b.q("trend", "number of fires per year", "SELECT yr y, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "total burned hectares by cause", "SELECT cause, sum(burned_ha) n FROM t GROUP BY 1", "sum plain")
    b.q("cmp", "share of the area burned by lightning fires, for each state", ["SELECT state, sum(burned_ha) FILTER (cause='Lightning')/sum(burned_ha) s FROM t GROUP BY 1", "SELECT state, cause, sum(burned_ha)/sum(sum(burned_ha)) OVER (PARTITION BY state) s FROM t GROUP BY 1,2"], "share filter computed pct na")
    b.q("map", "show all the fires on a map, bigger circles for larger burned area", ["SELECT lon, lat, burned_ha v FROM t"], "map plain")
    b.q("trend", "fires by month of the year", "SELECT month(start_date) moy, count(*) n FROM t GROUP BY 1", "moy count plain")
    b.q("cmp", "how many days did fires last on average, per size class A to G", "SELECT size_class, avg(end_date-start_date) v FROM t WHERE end_date IS NOT NULL GROUP BY 1", "difference ordinal computed na")
    b.q("rows", "the largest fire of each state with its name", ["SELECT state, fire_name, burned_ha v FROM t QUALIFY row_number() OVER (PARTITION BY state ORDER BY burned_ha DESC)=1"], "topn_group computed")
    b.q("num", "how many fires burned over 1000 ha in california", "SELECT count(*) n FROM t WHERE burned_ha>1000 AND state='California'", "and unit plain")
    b.q("cmp", "homes destroyed in CA and OR since 2018", "SELECT state, sum(homes_destroyed) n FROM t WHERE state_code IN ('CA','OR') AND yr>=2018 GROUP BY 1", "code since plain")
    b.q("num", "which percentage of the total area was burned by the largest 1 % of the fires", ["SELECT sum(burned_ha) FILTER (r<=6)/sum(burned_ha) s FROM (SELECT burned_ha, rank() OVER (ORDER BY burned_ha DESC) r FROM t)", "SELECT sum(burned_ha) FILTER (r<=7)/sum(burned_ha) s FROM (SELECT burned_ha, rank() OVER (ORDER BY burned_ha DESC) r FROM t)"], "top_percent share computed pct")
    b.q("trend", "cumulative cost in million dollars over the years", "SELECT yr y, sum(sum(cost_musd)) OVER (ORDER BY yr) v FROM t GROUP BY 1", "cumulative computed")
    b.q("cmp", "cost per hectare for each cause", ["SELECT cause, sum(cost_musd)/sum(burned_ha) v FROM t GROUP BY 1", "SELECT cause, 1000000*sum(cost_musd)/sum(burned_ha) v FROM t GROUP BY 1", "SELECT cause, avg(cost_musd/burned_ha) v FROM t WHERE burned_ha>0 GROUP BY 1"], "ratio per computed na")
    b.q("trend", "fires in the worst year compared to the year before, number per year with change", ["SELECT y, v FROM (SELECT yr y, count(*)-lag(count(*)) OVER (ORDER BY yr) v FROM t GROUP BY 1) WHERE v IS NOT NULL"], "change computed")
    b.q("cmp", "median burned area by cause, unknown causes left out", "SELECT cause, median(burned_ha) v FROM t WHERE cause<>'Unknown' GROUP BY 1", "median not plain na")
    b.q("num", "fires that have no end date", "SELECT count(*) n FROM t WHERE end_date IS NULL", "missing plain")
    b.q("cmp", "Anzahl der Brände mit Evakuierung pro Bundesstaat", "SELECT state, count(*) n FROM t WHERE evacuation='T' GROUP BY 1", "de flag plain")
    b.q("cmp", "superficie quemada por estado en 2020", "SELECT state, sum(burned_ha) n FROM t WHERE yr=2020 GROUP BY 1", "es filter plain")
    b.no("how many firefighters died", "missing_column")
    b.no("number of fires in Texas", "missing_rows")
    b.no("is climate change the reason for the many fires in 2020", "cause")
    b.no("wie viele Brände gibt es 2030?", "forecast", "de")
    b.either("worst fires", ["SELECT fire_name, burned_ha n FROM t ORDER BY 2 DESC LIMIT 10", "SELECT fire_name, homes_destroyed n FROM t ORDER BY 2 DESC LIMIT 10", "SELECT fire_name, cost_musd n FROM t ORDER BY 2 DESC LIMIT 10", "SELECT fire_name, injuries n FROM t ORDER BY 2 DESC LIMIT 10"])
    b.talk(("cmp", "number of fires by cause", "SELECT cause, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "without unknown", "SELECT cause, count(*) n FROM t WHERE cause<>'Unknown' GROUP BY 1", "filter"),
           ("cmp", "in percent", "SELECT cause, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE cause<>'Unknown' GROUP BY 1", "share pct"))
    b.talk(("trend", "burned area per year", "SELECT yr y, sum(burned_ha) n FROM t GROUP BY 1", "sum"),
           ("trend", "only Oregon", "SELECT yr y, sum(burned_ha) n FROM t WHERE state='Oregon' GROUP BY 1", "filter"))


def grades(b):
    b.on("school_grades")
    b.q("cmp", "average math score per school", "SELECT school, avg(math) v FROM t GROUP BY 1", "mean plain na")
    b.q("cmp", "girls and boys: mean english and mean math", "SELECT gender, avg(english) a, avg(math) b FROM t GROUP BY 1", "measures plain na")
    b.q("num", "how many pupils are there", "SELECT count(DISTINCT pupil_id) n FROM t", "distinct plain")
    b.q("cmp", "number of pupils per school", "SELECT school, count(DISTINCT pupil_id) n FROM t GROUP BY 1", "distinct plain")
    b.q("cmp", "share of pupils below 50 points in math, by grade level, second term", ["SELECT grade_level, avg((math<50)::int) s FROM t WHERE term=2 AND math IS NOT NULL GROUP BY 1", "SELECT grade_level, sum((math<50)::int)*1.0/count(*) s FROM t WHERE term=2 GROUP BY 1"], "share filter computed pct na")
    b.q("cmp", "average of all five subjects, each subject a bar", ["SELECT avg(math) a, avg(english) b, avg(science) c, avg(history) d, avg(sports) e FROM t"], "wide measures plain na")
    b.q("cmp", "change of the mean science score from term 1 to term 2 per school", ["SELECT school, avg(science) FILTER (term=2)-avg(science) FILTER (term=1) v FROM t GROUP BY 1", "SELECT school, term, avg(science) v FROM t GROUP BY 1,2"], "change computed na")
    b.q("rel", "do pupils who miss more days have lower math scores?", ["SELECT absence_days a, math b FROM t WHERE math IS NOT NULL", "SELECT corr(absence_days, math) r FROM t"], "correlation computed")
    b.q("cmp", "motivation from very low to very high, number of pupils in term 1", "SELECT motivation, count(*) n FROM t WHERE term=1 GROUP BY 1", "ordinal count plain")
    b.q("cmp", "classes with the highest history average, the best five at Lincoln High", "SELECT \"class\", avg(history) v FROM t WHERE school='Lincoln High' GROUP BY 1 ORDER BY 2 DESC", "topn filter plain na top=5!")
    b.q("num", "75th percentile of the sports score", "SELECT quantile_cont(sports, 0.75) v FROM t", "percentile computed")
    b.q("cmp", "pupils with both math and english above 80 by school, term 2", "SELECT school, count(*) n FROM t WHERE math>80 AND english>80 AND term=2 GROUP BY 1", "both plain")
    b.q("num", "how many have neither a club nor a scholarship in term 1", "SELECT count(*) n FROM t WHERE club IS NULL AND scholarship='N' AND term=1", "neither missing plain")
    b.q("dist", "distribution of math results by school, box plots", "SELECT school, math v FROM t WHERE math IS NOT NULL", "dist group plain")
    b.q("cmp", "durchschnittliche Fehltage pro Klassenstufe", "SELECT grade_level, avg(absence_days) v FROM t GROUP BY 1", "de mean plain na")
    b.q("cmp", "avg travell time by skool", "SELECT school, avg(travel_min) v FROM t GROUP BY 1", "typo mean plain na")
    b.no("average score in physics", "missing_column")
    b.no("which teacher gives the best marks", "missing_column")
    b.no("scores of 2021/22", "missing_rows")
    b.either("best school", ["SELECT school, avg(math) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT school, avg(english) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT school, (avg(math)+avg(english)+avg(science)+avg(history)+avg(sports))/5 v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT school, avg(absence_days) v FROM t GROUP BY 1 ORDER BY 2"])
    b.talk(("cmp", "average history score by school", "SELECT school, avg(history) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "girls only", "SELECT school, avg(history) v FROM t WHERE gender='girl' GROUP BY 1", "filter na"),
           ("cmp", "and for science", ["SELECT school, avg(science) v FROM t WHERE gender='girl' GROUP BY 1", "SELECT school, avg(history) a, avg(science) b FROM t WHERE gender='girl' GROUP BY 1"], "measure na"))
    b.talk(("cmp", "average absence days by grade level", "SELECT grade_level, avg(absence_days) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "make it the sum", "SELECT grade_level, sum(absence_days) n FROM t GROUP BY 1", "measure"))


def hotel(b):
    b.on("hotel_bookings")
    b.q("cmp", "bookings per hotel", "SELECT hotel, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "cancellation rate by channel", ["SELECT channel, avg(is_cancelled) s FROM t GROUP BY 1", "SELECT channel, is_cancelled, count(*)*1.0/sum(count(*)) OVER (PARTITION BY channel) s FROM t GROUP BY 1,2"], "share flag computed pct na")
    b.q("trend", "arrivals per month in 2024", "SELECT date_trunc('month', arrival_date) d, count(*) n FROM t WHERE year(arrival_date)=2024 GROUP BY 1", "dirty_date filter plain")
    b.q("cmp", "revenue of the bookings that were not cancelled per hotel", "SELECT hotel, sum(total_amount) n FROM t WHERE is_cancelled=0 GROUP BY 1", "not sum plain")
    b.q("cmp", "average nightly rate per room type", "SELECT room_type, avg(rate_per_night) v FROM t GROUP BY 1", "mean plain na")
    b.q("cmp", "average lenght of stay by country", "SELECT country_code, avg(nights) v FROM t GROUP BY 1", "typo mean plain na")
    b.q("cmp", "which three countries cancel the most, in percent of their bookings", "SELECT country_code, avg(is_cancelled) s FROM t GROUP BY 1 ORDER BY 2 DESC", "share topn computed pct na top=3!")
    b.q("num", "how many guests came in total, adults and children, cancelled ones not counted", "SELECT sum(adults)+sum(children) n FROM t WHERE is_cancelled=0", "sum_columns not computed")
    b.q("num", "median lead time in days", "SELECT median(lead_days) v FROM t", "median plain")
    b.q("cmp", "bookings of families with children by hotel and room type", "SELECT hotel, room_type, count(*) n FROM t WHERE children>0 GROUP BY 1,2", "filter two plain")
    b.q("cmp", "british vs german guests: avg rating and avg nights", "SELECT country_code, avg(guest_rating) a, avg(nights) b FROM t WHERE country_code IN ('GBR','DEU') GROUP BY 1", "code measures plain na")
    b.q("trend", "room nights per quarter of arrival for the Alpine Lodge", "SELECT date_trunc('quarter', arrival_date) d, sum(nights) n FROM t WHERE hotel='Alpine Lodge' GROUP BY 1", "quarter sum plain")
    b.q("part", "100 % stacked bars of the channels for each hotel", "SELECT hotel, channel, count(*)*1.0/sum(count(*)) OVER (PARTITION BY hotel) s FROM t GROUP BY 1,2", "stack100 computed pct")
    b.q("cmp", "share of each deposit type among the cancelled bookings", "SELECT deposit_type, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE is_cancelled=1 GROUP BY 1", "share filter computed pct")
    b.q("cmp", "bookings with 2 or more special requests per channel", "SELECT channel, count(*) n FROM t WHERE special_requests>=2 GROUP BY 1", "filter plain")
    b.q("cmp", "nombre de réservations avec petit-déjeuner par hôtel", "SELECT hotel, count(*) n FROM t WHERE breakfast='yes' GROUP BY 1", "fr flag plain")
    b.q("num", "¿cuál es la estancia más larga en noches?", "SELECT max(nights) n FROM t", "es max plain")
    b.q("trend", "on which weekday do guests arrive, count", "SELECT isodow(arrival_date) wd, count(*) n FROM t GROUP BY 1", "weekday count plain")
    b.no("how many rooms does the Seaview Resort have", "missing_column")
    b.no("bookings of the Harbour Inn", "missing_rows")
    b.no("why do people cancel?", "cause")
    b.either("best hotel", ["SELECT hotel, avg(guest_rating) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT hotel, sum(total_amount) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT hotel, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("prices by room type", ["SELECT room_type, avg(rate_per_night) v FROM t GROUP BY 1", "SELECT room_type, avg(total_amount) v FROM t GROUP BY 1", "SELECT room_type, median(rate_per_night) v FROM t GROUP BY 1"])
    b.talk(("cmp", "average rate by hotel", ["SELECT hotel, avg(rate_per_night) v FROM t GROUP BY 1"], "mean na"),
           ("cmp", "by room type too", "SELECT hotel, room_type, avg(rate_per_night) v FROM t GROUP BY 1,2", "split na"),
           ("cmp", "not the suites", "SELECT hotel, room_type, avg(rate_per_night) v FROM t WHERE room_type<>'Suite' GROUP BY 1,2", "filter na"))
    b.talk(("cmp", "number of bookings by channel", "SELECT channel, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "which is the smallest?", "SELECT channel, count(*) n FROM t GROUP BY 1 ORDER BY 2", "superlative top=1"))


def chess(b):
    b.on("chess_games")
    b.q("cmp", "games per opening", "SELECT opening, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "how often does white win, black win, or nobody?", "SELECT result, count(*) n FROM t GROUP BY 1", "code count plain")
    b.q("cmp", "win percentage of white for each opening", ["SELECT opening, avg((result='1-0')::int) s FROM t GROUP BY 1", "SELECT opening, result, count(*)*1.0/sum(count(*)) OVER (PARTITION BY opening) s FROM t GROUP BY 1,2"], "share code computed pct na")
    b.q("cmp", "average number of moves by time control", "SELECT time_control, avg(moves) v FROM t GROUP BY 1", "mean plain na")
    b.q("trend", "games per week", "SELECT date_trunc('week', played_at) d, count(*) n FROM t GROUP BY 1", "week count plain")
    b.q("cmp", "average duration in minutes of blitz and rapid games", "SELECT time_control, avg(duration_s)/60 v FROM t WHERE time_control IN ('blitz','rapid') GROUP BY 1", "unit or computed na")
    b.q("cmp", "5 players with the most games as white", "SELECT white, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "topn plain top=5!")
    b.q("num", "how many games did the lower rated player win", ["SELECT count(*) n FROM t WHERE result='1-0' AND white_elo<black_elo OR result='0-1' AND black_elo<white_elo"], "compare_columns or computed")
    b.q("num", "in how many games was black rated higher than white", "SELECT count(*) n FROM t WHERE black_elo>white_elo", "compare_columns plain")
    b.q("rel", "rating of white against accuracy of white", "SELECT white_elo a, accuracy_white b FROM t WHERE accuracy_white IS NOT NULL", "scatter plain mark=point")
    b.q("dist", "histogram of the number of moves", "SELECT moves v FROM t", "dist plain")
    b.q("rows", "the longest game by moves, who played it", ["SELECT white, black, moves v FROM t WHERE moves=(SELECT max(moves) FROM t)", "SELECT white, black FROM t WHERE moves=(SELECT max(moves) FROM t)"], "superlative computed")
    b.q("trend", "at which hour of the day are games played, bar per hour", "SELECT hour(played_at) hr, count(*) n FROM t GROUP BY 1", "hour count plain")
    b.q("mat", "heat map opening by result, number of games", "SELECT opening, result, count(*) n FROM t GROUP BY 1,2", "heatmap plain mark=rect,table")
    b.q("cmp", "share of checkmate, resignation and time outs among rated games without draws", "SELECT termination, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE rated='TRUE' AND result<>'1/2-1/2' GROUP BY 1", "share and not computed pct")
    b.q("cmp", "Durchschnittliche Zugzahl je Eröffnung, nur gewertete Partien", "SELECT opening, avg(moves) v FROM t WHERE rated='TRUE' GROUP BY 1", "de filter mean plain na")
    b.q("cmp", "combien de parties se terminent au temps (time out) par cadence", "SELECT time_control, count(*) n FROM t WHERE termination='time out' GROUP BY 1", "fr filter plain")
    b.no("how much prize money was paid", "missing_column")
    b.no("who will win the next game of rookie77 against QueenBee", "forecast")
    b.no("is the Sicilian a better opening than the French for beginners, what do you think", "opinion")
    b.either("who is the strongest player?", ["SELECT white, avg(white_elo) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT white, max(white_elo) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT white, count(*) v FROM t WHERE result='1-0' GROUP BY 1 ORDER BY 2 DESC", "SELECT white, avg((result='1-0')::int) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("fastest games", ["SELECT game_id, duration_s n FROM t ORDER BY 2", "SELECT game_id, moves n FROM t ORDER BY 2", "SELECT time_control, avg(duration_s) n FROM t GROUP BY 1"])
    b.talk(("cmp", "how many games by time control", "SELECT time_control, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "split by result", "SELECT time_control, result, count(*) n FROM t GROUP BY 1,2", "split"),
           ("cmp", "without draws", "SELECT time_control, result, count(*) n FROM t WHERE result<>'1/2-1/2' GROUP BY 1,2", "filter"))
    b.talk(("trend", "games per month", "SELECT date_trunc('month', played_at) d, count(*) n FROM t GROUP BY 1", "count"),
           ("trend", "one line per time control", "SELECT date_trunc('month', played_at) d, time_control, count(*) n FROM t GROUP BY 1,2", "split"))


def freezers(b):
    b.on("freezer_log")
    TS = '"timestamp"'
    b.q("trend", "temperature of sensor FZ-04 over time", f"SELECT {TS} d, temp_C v FROM t WHERE sensor='FZ-04' AND temp_C IS NOT NULL", "filter plain na")
    b.q("cmp", "average temperature by room", "SELECT room, avg(temp_C) v FROM t GROUP BY 1", "mean plain na")
    b.q("trend", "daily door openings, the last day is incomplete so skip it", f"SELECT {TS}::date d, sum(door_openings) n FROM t WHERE {TS}<'2025-02-15' GROUP BY 1", "incomplete sum plain")
    b.q("trend", "mean power by hour of the day", f"SELECT hour({TS}) hr, avg(power_W) v FROM t GROUP BY 1", "hour mean plain na")
    b.q("cmp", "how many alarms per sensor", "SELECT sensor, sum(alarm) n FROM t GROUP BY 1", "flag sum plain")
    b.q("cmp", "mean deviation from the setpoint (temp minus setpoint) per sensor", "SELECT sensor, avg(temp_C-setpoint_C) v FROM t GROUP BY 1", "difference computed na")
    b.q("num", "how many temperature readings are missing", "SELECT count(*) n FROM t WHERE temp_C IS NULL", "missing plain")
    b.q("cmp", "missing humidity values by sensor", "SELECT sensor, count(*) n FROM t WHERE humidity_pct IS NULL GROUP BY 1", "missing plain")
    b.q("cmp", "door openings on workdays vs weekends per hour on average", ["SELECT day_type, avg(door_openings) v FROM t GROUP BY 1", "SELECT day_type, avg(v) v FROM (SELECT \"timestamp\", day_type, sum(door_openings) v FROM t GROUP BY 1,2) GROUP BY 1"], "mean plain na")
    b.q("cmp", "energy used per room in kWh (watts summed over the hours divided by 1000)", "SELECT room, sum(power_W)/1000 n FROM t GROUP BY 1", "unit sum computed")
    b.q("rel", "is there a correlation between door openings and power, per sensor", ["SELECT sensor, corr(door_openings, power_W) r FROM t GROUP BY 1", "SELECT sensor, door_openings a, power_W b FROM t"], "correlation group computed")
    b.q("rows", "when was it warmer than -12 in the kitchen", [f"SELECT {TS} d, temp_C v FROM t WHERE room='Kitchen' AND temp_C>-12", f"SELECT {TS} d FROM t WHERE room='Kitchen' AND temp_C>-12"], "negative filter plain")
    b.q("trend", "lowest battery voltage per day and sensor", f"SELECT {TS}::date d, sensor, min(battery_V) v FROM t GROUP BY 1,2", "min split plain na")
    b.q("cmp", "latest battery voltage of each sensor", f"SELECT sensor, arg_max(battery_V, {TS}) v FROM t GROUP BY 1", "last computed na")
    b.q("trend", "24 hour moving average of the temperature of FZ-01", [f"SELECT {TS} d, avg(temp_C) OVER (ORDER BY {TS} ROWS 23 PRECEDING) v FROM t WHERE sensor='FZ-01'", f"SELECT {TS} d, avg(temp_C) OVER (ORDER BY {TS} ROWS 23 PRECEDING) v FROM t WHERE sensor='FZ-01' AND temp_C IS NOT NULL"], "mavg computed na")
    b.q("cmp", "Standardabweichung der Temperatur je Sensor", ["SELECT sensor, stddev_samp(temp_C) v FROM t GROUP BY 1"], "de std computed na")
    b.q("cmp", "número de alarmas por día en la cocina (Kitchen)", f"SELECT {TS}::date d, sum(alarm) n FROM t WHERE room='Kitchen' GROUP BY 1", "es flag filter plain mark=bar,line,area,point,table")
    b.no("which samples were spoilt by the alarm", "missing_column")
    b.no("temperature in march", "missing_rows")
    b.no("what caused the alarm on february 9?", "cause")
    b.either("which freezer is in the worst condition", ["SELECT sensor, sum(alarm) n FROM t GROUP BY 1", "SELECT sensor, avg(temp_C-setpoint_C) n FROM t GROUP BY 1", "SELECT sensor, min(battery_V) n FROM t GROUP BY 1", "SELECT sensor, avg(power_W) n FROM t GROUP BY 1"])
    b.either("Verbrauch pro Raum", ["SELECT room, sum(power_W) n FROM t GROUP BY 1", "SELECT room, avg(power_W) n FROM t GROUP BY 1"], "de")
    b.talk(("trend", "average temperature per day", f"SELECT {TS}::date d, avg(temp_C) v FROM t GROUP BY 1", "mean na"),
           ("trend", "only the blood bank", f"SELECT {TS}::date d, avg(temp_C) v FROM t WHERE room='Blood bank' GROUP BY 1", "filter na"),
           ("trend", "show the power instead", f"SELECT {TS}::date d, avg(power_W) v FROM t WHERE room='Blood bank' GROUP BY 1", "measure na"))
