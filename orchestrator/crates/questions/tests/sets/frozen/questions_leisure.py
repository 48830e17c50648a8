"""Questions about the tables of `tables_leisure.py`; see README.md for the format."""


def write(b):
    for topic in (games, meteorites):
        topic(b)


def games(b):
    b.on("video_games")
    b.q("cmp", "global sales by genre", "SELECT Genre, sum(Global_Sales) n FROM t GROUP BY 1", "sum dirty plain")
    b.q("trend", "how many games came out each year", "SELECT Year_of_Release y, count(*) n FROM t WHERE Year_of_Release IS NOT NULL GROUP BY 1", "count placeholder plain")
    b.q("cmp", "top 10 best selling games worldwide", "SELECT Name, Platform, Global_Sales v FROM t ORDER BY 3 DESC", "topn plain top=10!")
    b.q("cmp", "Which publisher sold the most in Japan?", "SELECT Publisher, sum(JP_Sales) n FROM t GROUP BY 1 ORDER BY 2 DESC", "superlative sum abbrev plain top=1")
    b.q("cmp", "compare total sales in north america, europe, japan and the rest of the world", "SELECT sum(NA_Sales) a, sum(EU_Sales) b, sum(JP_Sales) c, sum(Other_Sales) v FROM t", "wide sum abbrev computed")
    b.q("cmp", "average critic score per platform", "SELECT Platform, avg(Critic_Score) v FROM t GROUP BY 1", "mean plain na")
    b.q("rel", "do critics and users agree? critic score vs user score", ["SELECT Critic_Score a, User_Score b FROM t WHERE Critic_Score IS NOT NULL AND User_Score IS NOT NULL", "SELECT corr(Critic_Score, User_Score) r FROM t"], "correlation placeholder computed")
    b.q("cmp", "share of japan in the global sales of every genre", ["SELECT Genre, sum(JP_Sales)/sum(Global_Sales) s FROM t GROUP BY 1"], "share ratio dirty computed pct na")
    b.q("num", "how many games dont have a user score yet (tbd)", "SELECT count(*) n FROM t WHERE User_Score IS NULL", "missing placeholder plain")
    b.q("num", "median global sales of a shooter in million copies", "SELECT median(Global_Sales) v FROM t WHERE Genre='Shooter'", "median filter dirty computed")
    b.q("dist", "histogram of critic scores", "SELECT Critic_Score v FROM t WHERE Critic_Score IS NOT NULL", "dist plain")
    b.q("cmp", "anzahl der spiele mit mehr als 1 million verkauften exemplaren weltweit, nach plattform", "SELECT Platform, count(*) n FROM t WHERE Global_Sales>1 GROUP BY 1", "de filter count plain")
    b.no("how much did the games cost?", "missing_column")
    b.either("best platform", [f"SELECT Platform, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("sum(Global_Sales)", "avg(Global_Sales)", "avg(Critic_Score)", "avg(User_Score)", "count(*)")])
    b.talk(("cmp", "number of games by publisher", "SELECT Publisher, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only sports games", "SELECT Publisher, count(*) n FROM t WHERE Genre='Sports' GROUP BY 1", "filter dirty"),
           ("cmp", "their global sales instead", "SELECT Publisher, sum(Global_Sales) n FROM t WHERE Genre='Sports' GROUP BY 1", "measure dirty"))


def meteorites(b):
    b.on("meteorites")
    mass = '"mass (g)"'
    b.q("map", "map of the meteorites that were seen falling (Fell)", "SELECT reclong lon, reclat lat FROM t WHERE fall='Fell' AND reclat IS NOT NULL", "map filter missing plain")
    b.q("cmp", "how many meteorites per country", "SELECT country, count(*) n FROM t GROUP BY 1", "count dirty plain")
    b.q("rows", "the heaviest meteorite: name, country and mass", f"SELECT name, country, {mass} v FROM t ORDER BY 3 DESC NULLS LAST LIMIT 1", "superlative plain")
    b.q("trend", "finds per decade, only Found not Fell", "SELECT year//10*10 dec, count(*) n FROM t WHERE fall='Found' GROUP BY 1", "decade filter computed")
    b.q("cmp", "total mass in kg by type (stony, iron, stony-iron)", [f"SELECT type, sum({mass})/1000 v FROM t GROUP BY 1", f"SELECT type, sum({mass}) v FROM t GROUP BY 1"], "sum unit computed")
    b.q("cmp", "median mass of fallen compared to found meteorites", f"SELECT fall, median({mass}) v FROM t GROUP BY 1", "median computed na")
    b.q("cmp", "which percentage of the meteorites is iron, for each country", "SELECT country, avg((type='Iron')::int) s FROM t GROUP BY 1", "share dirty computed pct na")
    b.q("num", "how many meteorites have no mass", f"SELECT count(*) n FROM t WHERE {mass} IS NULL", "missing plain")
    b.q("cmp", "5 most common classes (recclass)", "SELECT recclass, count(*) n FROM t GROUP BY 1 ORDER BY 2 DESC", "topn count abbrev plain top=5!")
    b.q("trend", "cumulative number of meteorites since 1970", "SELECT year y, sum(count(*)) OVER (ORDER BY year) n FROM t WHERE year>=1970 GROUP BY 1", "cumulative since computed")
    b.q("num", "combien de météorites de plus de 10 kg ?", f"SELECT count(*) n FROM t WHERE {mass}>10000", "fr filter unit computed")
    b.no("how old are the meteorites in million years", "missing_column")
    b.no("meteorites found in Brazil", "missing_rows")
    b.either("where are the biggest meteorites", [f"SELECT country, {v}({mass}) v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("avg", "max", "sum", "median")])
    b.talk(("part", "meteorites by type", "SELECT type, count(*) n FROM t GROUP BY 1", "count"),
           ("part", "in Antarctica only", "SELECT type, count(*) n FROM t WHERE country='Antarctica' GROUP BY 1", "filter"),
           ("part", "as percentages", "SELECT type, count(*)*1.0/sum(count(*)) OVER () s FROM t WHERE country='Antarctica' GROUP BY 1", "share pct"))
