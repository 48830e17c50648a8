"""The frozen questions and dialogues. Engine developers do not read this file; see README.md."""


def write(b):
    for topic in (payroll, football):
        topic(b)


def payroll(b):
    b.on("payroll")
    b.q("cmp", "headcount per department", "SELECT Department, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("cmp", "average base salary by department", "SELECT Department, avg(BaseSalary) v FROM t GROUP BY 1", "dirty mean plain na")
    b.q("cmp", "gender pay gap: median salary of men and women per pay grade", "SELECT PayGrade, Gender, median(BaseSalary) v FROM t GROUP BY 1,2", "median two plain na")
    b.q("cmp", "by how much percent is the average salary of women below that of men, per department", ["SELECT Department, 1-avg(BaseSalary) FILTER (Gender='F')/avg(BaseSalary) FILTER (Gender='M') s FROM t GROUP BY 1", "SELECT Department, avg(BaseSalary) FILTER (Gender='F')/avg(BaseSalary) FILTER (Gender='M')-1 s FROM t GROUP BY 1"], "difference ratio computed pct na")
    b.q("cmp", "bonus as percent of the base salary by department", ["SELECT Department, sum(Bonus)*1.0/sum(BaseSalary) s FROM t GROUP BY 1", "SELECT Department, avg(Bonus*1.0/BaseSalary) s FROM t GROUP BY 1"], "ratio computed pct na")
    b.q("num", "how many employees have left the company", "SELECT count(*) n FROM t WHERE LeftOn IS NOT NULL", "present plain")
    b.q("cmp", "10 best paid employees (base plus bonus)", "SELECT FullName, BaseSalary+Bonus v FROM t ORDER BY 2 DESC", "topn sum_columns computed na top=10!")
    b.q("trend", "hires per year", "SELECT year(HireDate) y, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("rows", "who earns the most in each department", ["SELECT Department, FullName, BaseSalary v FROM t QUALIFY rank() OVER (PARTITION BY Department ORDER BY BaseSalary DESC)=1", "SELECT Department, FullName FROM t QUALIFY rank() OVER (PARTITION BY Department ORDER BY BaseSalary DESC)=1"], "topn_group computed")
    b.q("num", "number of full time equivalents in ENG", "SELECT sum(FTE) v FROM t WHERE DeptCode='ENG'", "code sum plain")
    b.q("num", "how many people earn more than the average of their department", "SELECT count(*) n FROM (SELECT BaseSalary, avg(BaseSalary) OVER (PARTITION BY Department) m FROM t) WHERE BaseSalary>m", "above_avg group computed")
    b.q("cmp", "sick days per head in vienna, graz and linz", "SELECT Location, avg(SickDays) v FROM t GROUP BY 1", "per mean plain na")
    b.q("cmp", "staff by birth decade", "SELECT BirthYear//10*10 dec, count(*) n FROM t GROUP BY 1", "decade count plain mark=bar,line,area,point,table")
    b.q("dist", "distribution of salaries in sales", "SELECT BaseSalary v FROM t WHERE Department='Sales'", "dist plain")
    b.q("cmp", "share of people working from home in each department, marketing and HR excluded", ["SELECT Department, avg((HomeOffice='yes')::int) s FROM t WHERE DeptCode NOT IN ('MKT','HR') GROUP BY 1", "SELECT Department, HomeOffice, count(*)*1.0/sum(count(*)) OVER (PARTITION BY Department) s FROM t WHERE DeptCode NOT IN ('MKT','HR') GROUP BY 1,2"], "except share computed pct na")
    b.q("num", "total wage bill incl. bonus", "SELECT sum(BaseSalary+Bonus) n FROM t", "sum_columns computed")
    b.q("cmp", "Wie viele Teilzeitkräfte (FTE unter 1) gibt es pro Standort?", "SELECT Location, count(*) n FROM t WHERE FTE<1 GROUP BY 1", "de filter plain")
    b.q("cmp", "I'm preparing the works council meeting - could you show me the overtime hours of the people in pay grades E1 to E3, summed up for every department, but please without those who are gone already", "SELECT Department, sum(OvertimeHrs) n FROM t WHERE PayGrade IN ('E1','E2','E3') AND LeftOn IS NULL GROUP BY 1", "long ordinal missing plain")
    b.no("how satisfied are employees with their manager", "missing_column")
    b.no("salaries in Berlin", "missing_rows")
    b.no("who should get a raise?", "opinion")
    b.either("pay by location", ["SELECT Location, avg(BaseSalary) v FROM t GROUP BY 1", "SELECT Location, sum(BaseSalary) v FROM t GROUP BY 1", "SELECT Location, median(BaseSalary) v FROM t GROUP BY 1", "SELECT Location, avg(BaseSalary+Bonus) v FROM t GROUP BY 1"])
    b.either("who works the most?", ["SELECT FullName, OvertimeHrs n FROM t ORDER BY 2 DESC", "SELECT Department, sum(OvertimeHrs) n FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT Department, avg(OvertimeHrs) n FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.talk(("cmp", "average salary by pay grade", "SELECT PayGrade, avg(BaseSalary) v FROM t GROUP BY 1", "mean na"),
           ("cmp", "only engineering", "SELECT PayGrade, avg(BaseSalary) v FROM t WHERE Department='Engineering' GROUP BY 1", "filter na"),
           ("cmp", "men and women next to each other", "SELECT PayGrade, Gender, avg(BaseSalary) v FROM t WHERE Department='Engineering' GROUP BY 1,2", "split na"))
    b.talk(("cmp", "employees by location", "SELECT Location, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "as a donut", "SELECT Location, count(*) n FROM t GROUP BY 1", "mark=arc"))


def football(b):
    b.on("transfers", "clubs")
    TO, FROM = "transfers t JOIN clubs c ON c.club_id=t.to_club_id", "transfers t JOIN clubs c ON c.club_id=t.from_club_id"
    b.q("trend", "total transfer fees per season", "SELECT season y, sum(fee_meur) n FROM transfers GROUP BY 1", "sum plain")
    b.q("cmp", "average fee by position", "SELECT position, avg(fee_meur) v FROM transfers GROUP BY 1", "mean plain na")
    b.q("cmp", "which clubs spent the most on players? top 5 with name (buying club)", f"SELECT club_name, sum(fee_meur) n FROM {TO} GROUP BY 1 ORDER BY 2 DESC", "join topn plain top=5!")
    b.q("rows", "clubs that did not buy or borrow anybody", ["SELECT club_name FROM clubs WHERE club_id NOT IN (SELECT to_club_id FROM transfers)"], "anti_join computed")
    b.q("cmp", "income from sales by league", f"SELECT league, sum(fee_meur) n FROM {FROM} GROUP BY 1", "join sum plain")
    b.q("cmp", "number of incoming transfers per country of the club", f"SELECT country, count(*) n FROM {TO} GROUP BY 1", "join count plain")
    b.q("cmp", "share of loans by window", ["SELECT \"window\", avg((on_loan='yes')::int) s FROM transfers GROUP BY 1", "SELECT \"window\", on_loan, count(*)*1.0/sum(count(*)) OVER (PARTITION BY \"window\") s FROM transfers GROUP BY 1,2"], "share computed pct na")
    b.q("rows", "10 most expensive transfers, player and fee", "SELECT player, fee_meur v FROM transfers WHERE fee_meur IS NOT NULL ORDER BY 2 DESC", "topn plain top=10!")
    b.q("num", "how many players were bought above their market value", "SELECT count(*) n FROM transfers WHERE fee_meur>market_value_meur", "compare_columns computed")
    b.q("cmp", "net spending (bought minus sold) of each club", "SELECT club_name, coalesce((SELECT sum(fee_meur) FROM transfers WHERE to_club_id=club_id),0)-coalesce((SELECT sum(fee_meur) FROM transfers WHERE from_club_id=club_id),0) v FROM clubs", "join difference computed na")
    b.q("rel", "age against market value of forwards", "SELECT age a, market_value_meur b FROM transfers WHERE position='Forward'", "scatter plain mark=point")
    b.q("cmp", "average stadium capacity per league", "SELECT league, avg(stadium_capacity) v FROM clubs GROUP BY 1", "mean plain na")
    b.q("num", "median age of defenders under contract for 3 years or more", "SELECT median(age) v FROM transfers WHERE position='Defender' AND contract_yrs>=3", "median and plain")
    b.q("cmp", "transfers of brazilians and argentines by season", "SELECT season y, nat, count(*) n FROM transfers WHERE nat IN ('BRA','ARG') GROUP BY 1,2", "code or plain mark=bar,line,area,point,table")
    b.q("trend", "growth of the fees against the season before in percent", "SELECT y, v FROM (SELECT season y, sum(fee_meur)/lag(sum(fee_meur)) OVER (ORDER BY season)-1 v FROM transfers GROUP BY 1) WHERE v IS NOT NULL", "growth computed pct")
    b.q("cmp", "Welcher Verein hat die meisten Spieler abgegeben?", f"SELECT club_name, count(*) n FROM {FROM} GROUP BY 1 ORDER BY 2 DESC", "de join superlative plain top=1")
    b.q("cmp", "montant moyen des transferts par poste en été (summer)", "SELECT position, avg(fee_meur) v FROM transfers WHERE \"window\"='summer' GROUP BY 1", "fr filter mean plain na")
    b.q("cmp", "goals plus assists of the previous season by position, on average", "SELECT position, avg(goals_prev+assists_prev) v FROM transfers GROUP BY 1", "sum_columns computed na")
    b.no("salaries of the transferred players", "missing_column")
    b.no("transfers in 2015", "missing_rows")
    b.no("will Leo Santos move again next season", "forecast")
    b.either("biggest clubs", ["SELECT club_name, stadium_capacity n FROM clubs ORDER BY 2 DESC", "SELECT club_name, budget_meur n FROM clubs ORDER BY 2 DESC", "SELECT club_name, titles n FROM clubs ORDER BY 2 DESC"])
    b.either("top players", ["SELECT player, market_value_meur n FROM transfers ORDER BY 2 DESC", "SELECT player, goals_prev n FROM transfers ORDER BY 2 DESC", "SELECT player, fee_meur n FROM transfers WHERE fee_meur IS NOT NULL ORDER BY 2 DESC"])
    b.talk(("cmp", "transfers by position", "SELECT position, count(*) n FROM transfers GROUP BY 1", "count"),
           ("cmp", "only to clubs in the Premier Division", f"SELECT position, count(*) n FROM {TO} WHERE league='Premier Division' GROUP BY 1", "join filter"),
           ("cmp", "total fee instead of the number", f"SELECT position, sum(fee_meur) n FROM {TO} WHERE league='Premier Division' GROUP BY 1", "measure"))
    b.talk(("trend", "fees per season", "SELECT season y, sum(fee_meur) n FROM transfers GROUP BY 1", "sum"),
           ("trend", "split by window", "SELECT season y, \"window\", sum(fee_meur) n FROM transfers GROUP BY 1,2", "split"))
