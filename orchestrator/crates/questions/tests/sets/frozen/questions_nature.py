"""Questions about the tables of `tables_nature.py`; see README.md for the format."""

from common import by

POPULATIONS = ["AFR", "AMR", "EAS", "EUR", "SAS"]


def write(b):
    for topic in (exoplanets, quakes, reefs, variants):
        topic(b)


def exoplanets(b):
    b.on("exoplanets")
    b.q("trend", "planets discovered per year", "SELECT disc_year AS y, count(*) n FROM t GROUP BY 1", "count abbrev plain")
    b.q("cmp", "number of planets found with each detection method", "SELECT disc_method, count(*) n FROM t GROUP BY 1", "count abbrev plain")
    b.q("trend", "discoveries by method and year, stacked", "SELECT disc_year AS y, disc_method, count(*) n FROM t GROUP BY 1,2", "count two abbrev plain")
    b.q("rel", "radius vs mass of the planets, coloured by method", "SELECT pl_rade a, pl_bmasse b, disc_method FROM t WHERE pl_rade IS NOT NULL AND pl_bmasse IS NOT NULL", "scatter three placeholder abbrev plain mark=point")
    b.q("num", "how many planets lie in the habitable zone and are smaller than 2 Earth radii?", "SELECT count(*) n FROM t WHERE pl_hz_flag=1 AND pl_rade<2", "count and flag abbrev placeholder plain")
    b.q("rows", "the ten nearest planets, with their distance in parsec", ["SELECT pl_name, sy_dist_pc v FROM t ORDER BY 2"], "topn abbrev plain na top=10!")
    b.q("cmp", "median orbital period in days for every method", "SELECT disc_method, median(pl_orbper) v FROM t GROUP BY 1", "median abbrev computed na")
    b.q("cmp", "How many different host stars are there of each spectral class (F, G, K, M)?", "SELECT st_class, count(DISTINCT hostname) n FROM t GROUP BY 1", "distinct abbrev computed")
    b.q("num", "for how many planets is the radius unknown", "SELECT count(*) n FROM t WHERE pl_rade IS NULL", "missing placeholder abbrev plain")
    b.q("num", "Wie hoch ist der Anteil der umstrittenen Planeten (controversial flag)?", "SELECT avg(pl_controv_flag) s FROM t", "de share flag abbrev computed pct mark=number,table,bar,point,arc")
    b.q("dist", "distribution of the equilibrium temperatures", "SELECT pl_eqt v FROM t WHERE pl_eqt IS NOT NULL", "dist abbrev plain")
    b.no("which of the planets have oxygen in their atmosphere", "missing_column")
    b.no("how many planets will be known by 2030?", "forecast")
    b.either("Which observatory has been the most successful?", ["SELECT disc_facility, count(*) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT disc_facility, sum(pl_hz_flag) v FROM t GROUP BY 1 ORDER BY 2 DESC", "SELECT disc_facility, count(DISTINCT hostname) v FROM t GROUP BY 1 ORDER BY 2 DESC"])
    b.either("top 10 of the biggest planets", ["SELECT pl_name, pl_rade v FROM t WHERE pl_rade IS NOT NULL ORDER BY 2 DESC LIMIT 10", "SELECT pl_name, pl_bmasse v FROM t WHERE pl_bmasse IS NOT NULL ORDER BY 2 DESC LIMIT 10"])
    b.talk(("cmp", "how many planets per spectral class", "SELECT st_class, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "just those in the habitable zone", "SELECT st_class, count(*) n FROM t WHERE pl_hz_flag=1 GROUP BY 1", "filter"),
           ("cmp", "hmm, rather as a share of all planets in that class", "SELECT st_class, avg(pl_hz_flag) s FROM t GROUP BY 1", "share pct na"))


def quakes(b):
    b.on("quake_catalog")
    EQ = "event_type='earthquake'"
    b.q("trend", "number of earthquakes per month, quarry blasts excluded", f"SELECT date_trunc('month', origin_time) d, count(*) n FROM t WHERE {EQ} GROUP BY 1", "count not plain")
    b.q("rows", "Strongest earthquake in the catalogue? region, time and magnitude", ["SELECT region, origin_time d, mag v FROM t WHERE mag=(SELECT max(mag) FROM t)", "SELECT event_id, mag v FROM t WHERE mag=(SELECT max(mag) FROM t)", "SELECT region, mag v FROM t WHERE mag=(SELECT max(mag) FROM t)"], "superlative plain")
    b.q("cmp", "how many quakes of magnitude 5 or more did each region have", "SELECT region, count(*) n FROM t WHERE mag>=5 GROUP BY 1", "count filter plain")
    b.q("cmp", "averge depth in km by region, without the quarry blasts", f"SELECT region, avg(depth_km) v FROM t WHERE {EQ} GROUP BY 1", "mean not dirty unit plain na")
    b.q("dist", "histogram of the magnitudes", ["SELECT mag v FROM t"], "dist plain")
    b.q("trend", "daily count of events at the Selma Fault in February 2024", ["SELECT date_trunc('day', origin_time) d, count(*) n FROM t WHERE region='Selma Fault' AND origin_time>='2024-02-01' AND origin_time<'2024-03-01' GROUP BY 1"], "count and filter plain")
    b.q("rel", "do bigger quakes get more felt reports? magnitude against reports", ["SELECT mag a, felt_reports b FROM t", f"SELECT mag a, felt_reports b FROM t WHERE {EQ}", "SELECT corr(mag, felt_reports) r FROM t", f"SELECT corr(mag, felt_reports) r FROM t WHERE {EQ}", "SELECT mag a, avg(felt_reports) b FROM t GROUP BY 1"], "correlation computed")
    b.q("cmp", "events by alert colour", ["SELECT alert, count(*) n FROM t WHERE alert IS NOT NULL GROUP BY 1"], "count missing plain")
    b.q("num", "percentage of events that have not been reviewed yet", "SELECT avg((review_status='automatic')::int) s FROM t", "share computed pct mark=number,table,bar,point,arc")
    b.q("mat", "heatmap of the number of events, region by maximum intensity", ["SELECT region, max_intensity, count(*) n FROM t WHERE max_intensity IS NOT NULL GROUP BY 1,2", "SELECT region, max_intensity, count(*) n FROM t GROUP BY 1,2", "SELECT region, coalesce(max_intensity, '-') max_intensity, count(*) n FROM t GROUP BY 1,2"], "heatmap count missing plain")
    b.q("cmp", "combien de séismes à moins de 10 km de profondeur par région ?", [f"SELECT region, count(*) n FROM t WHERE depth_km<10 AND {EQ} GROUP BY 1", "SELECT region, count(*) n FROM t WHERE depth_km<10 GROUP BY 1"], "fr count filter dirty unit plain")
    b.no("how many buildings collapsed in the February 2024 quake", "missing_column")
    b.no("when is the next big one due at the Hida Arc?", "forecast")
    b.either("which region is the most dangerous", [f"SELECT region, {v} v FROM t WHERE {EQ} GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "max(mag)", "avg(mag)", "sum(felt_reports)", "count(*) FILTER (mag>=5)")])
    b.talk(("cmp", "how many events did each network report?", "SELECT network, count(*) n FROM t GROUP BY 1", "count"),
           ("cmp", "only magnitude 4 and up", "SELECT network, count(*) n FROM t WHERE mag>=4 GROUP BY 1", "filter"),
           ("cmp", "what's their average depth?", "SELECT network, avg(depth_km) v FROM t WHERE mag>=4 GROUP BY 1", "measure na"))


def reefs(b):
    b.on("reef_transects")
    H, BL, Y = '"Hard coral (%)"', '"Bleached colonies (%)"', 'year("Date")'
    b.q("trend", "mean hard coral cover per year", f"SELECT {Y} y, avg({H}) v FROM t GROUP BY 1", "mean dirty dirty_date percent computed pct na")
    b.q("trend", "hard coral over the years, fished vs no-take zones", f'SELECT {Y} y, "Protection", avg({H}) v FROM t GROUP BY 1,2', "mean two dirty percent computed pct na")
    b.q("cmp", "By how many percentage points did hard coral cover drop between 2017 and 2024 on each reef?", [f'SELECT "Reef", avg({H}) FILTER ({Y}=2017)-avg({H}) FILTER ({Y}=2024) v FROM t GROUP BY 1', f'SELECT "Reef", avg({H}) FILTER ({Y}=2024)-avg({H}) FILTER ({Y}=2017) v FROM t GROUP BY 1', f'SELECT "Reef", avg({H}) FILTER ({Y}=2017) a, avg({H}) FILTER ({Y}=2024) b FROM t GROUP BY 1'], "change compare_rows dirty percent computed na")
    b.q("rel", "does bleaching follow heat stress? degree heating weeks vs % bleached colonies", [f'SELECT "Degree heating weeks" a, {BL} b FROM t', f'SELECT corr("Degree heating weeks", {BL}) r FROM t', f'SELECT "Degree heating weeks" a, avg({BL}) b FROM t GROUP BY 1'], "correlation unit computed")
    b.q("cmp", "fish biomass at 5, 10 and 20 m depth (averages)", 'SELECT "Depth (m)", avg("Fish biomass (kg/ha)") v FROM t GROUP BY 1', "mean ordinal unit plain na mark=bar,line,point,table,tick,rect")
    b.q("cmp", "wich reef was hit hardest by bleaching in 2024? mean % of bleached colonies, worst on top", f'SELECT "Reef", avg({BL}) v FROM t WHERE {Y}=2024 GROUP BY 1 ORDER BY 2 DESC', "mean superlative filter dirty percent computed pct na top=1")
    b.q("num", "total crown-of-thorns starfish counted in 2023", f'SELECT sum("Crown-of-thorns starfish") n FROM t WHERE {Y}=2023', "sum filter dirty_date plain")
    b.q("part", "what the bottom is made of in each region: hard coral, soft coral, algae, rubble, sand (mean %)", 'SELECT "Region", avg("Hard coral (%)") a, avg("Soft coral (%)") b, avg("Algae (%)") c, avg("Rubble (%)") e, avg("Sand (%)") g FROM t GROUP BY 1', "mean wide dirty percent plain pct")
    b.q("num", "how many transects had less than 10 % live hard coral", f"SELECT count(*) n FROM t WHERE {H}<10", "count filter dirty percent plain")
    b.q("cmp", "transects done by each diver per year", f'SELECT "Diver", {Y} y, count(*) n FROM t GROUP BY 1,2', "count two dirty_date computed")
    b.q("cmp", "Durchschnittliche Zahl der Fischarten in den Schutzzonen (no-take) und in den befischten Zonen", 'SELECT "Protection", avg("Fish species") v FROM t GROUP BY 1', "de mean plain na")
    b.no("why did the corals at Dugong Flats never recover?", "cause")
    b.no("what was the coral cover in 1998", "missing_rows")
    b.either("which reef is healthiest?", [f'SELECT "Reef", {v} v FROM t {w} GROUP BY 1 ORDER BY 2 {o}' for v, w, o in ((f"avg({H})", "", "DESC"), (f"avg({H})", f"WHERE {Y}=2024", "DESC"), ('avg("Fish biomass (kg/ha)")', "", "DESC"), ('avg("Fish species")', "", "DESC"), (f"avg({BL})", "", ""), (f"avg({BL})", f"WHERE {Y}=2024", ""))])
    b.talk(("trend", "mean water temperature by year", f'SELECT {Y} y, avg("Water temperature (°C)") v FROM t GROUP BY 1', "mean na"),
           ("trend", "only at 20 m", f'SELECT {Y} y, avg("Water temperature (°C)") v FROM t WHERE "Depth (m)"=20 GROUP BY 1', "filter na"),
           ("trend", "make it 5 m, and the maximum instead of the mean", f'SELECT {Y} y, max("Water temperature (°C)") v FROM t WHERE "Depth (m)"=5 GROUP BY 1', "measure filter na"))


def variants(b):
    b.on("gene_variants")
    gene = ("gene", "condition")
    PATH = "clinSig IN ('pathogenic','likely pathogenic')"
    columns = ", ".join(f"af_{p}" for p in POPULATIONS)
    b.q("cmp", "how many variants do we have per gene, sorted", "SELECT gene, count(*) n FROM t GROUP BY 1", "count plain")
    b.q("part", "¿Cómo se reparten las variantes missense según su significado clínico?", ["SELECT clinSig, count(*) n FROM t WHERE consequence='missense' GROUP BY 1", "SELECT clinSig, count(*)*1.0/sum(count(*)) OVER () n FROM t WHERE consequence='missense' GROUP BY 1"], "es pct count filter dirty abbrev plain")
    b.q("cmp", "what fraction of the variants in each gene is pathogenic or likely pathogenic?", by(gene, f"SELECT KEY, avg(({PATH})::int) s FROM t GROUP BY 1"), "share or dirty abbrev computed pct na")
    b.q("cmp", "mean CADD score by consequence", "SELECT consequence, avg(caddPhred) v FROM t GROUP BY 1", "mean placeholder abbrev plain na")
    b.q("num", "how many uncertain variants haven't been re-evaluated since the end of 2022", ["SELECT count(*) n FROM t WHERE clinSig='uncertain' AND lastEvaluated<='2022-12-31'"], "count and filter dirty plain")
    b.q("rows", "most common pathogenic variant (highest overall allele frequency), with its gene", [f"SELECT variantId, {k} alleleFreq v FROM t WHERE clinSig='pathogenic' AND alleleFreq=(SELECT max(alleleFreq) FROM t WHERE clinSig='pathogenic')" for k in ("gene,", "")], "superlative filter dirty abbrev plain")
    b.q("mat", "heat map consequence x clinical significance", "SELECT consequence, clinSig, count(*) n FROM t GROUP BY 1,2", "heatmap count dirty abbrev plain")
    b.q("cmp", "average allele frequency of benign variants in every population", [f"SELECT p, avg(v) v FROM (UNPIVOT (SELECT {columns} FROM t WHERE clinSig='benign') ON {columns} INTO NAME p VALUE v) GROUP BY 1", "SELECT avg(af_AFR) a, avg(af_AMR) b, avg(af_EAS) c, avg(af_EUR) e, avg(af_SAS) g FROM t WHERE clinSig='benign'"], "wide mean filter dirty abbrev computed na")
    b.q("trend", "new submissions per year", ["SELECT year(firstSubmitted) y, count(*) n FROM t GROUP BY 1", "SELECT year(firstSubmitted) y, count(*) n FROM t WHERE year(firstSubmitted)<2021 GROUP BY 1"], "count dirty_date incomplete computed")
    b.q("num", "number of variants at least twice as frequent in AFR as in EUR", "SELECT count(*) n FROM t WHERE af_AFR>=2*af_EUR", "count compare_columns abbrev computed")
    b.q("cmp", "Anzahl Varianten je Typ (SNV, Insertion, Deletion)", "SELECT variantType, count(*) n FROM t GROUP BY 1", "de count plain")
    b.q("rel", "Do rarer variants have higher CADD scores? frequency vs CADD", ["SELECT alleleFreq a, caddPhred b FROM t WHERE caddPhred IS NOT NULL", "SELECT corr(alleleFreq, caddPhred) r FROM t", "SELECT log10(alleleFreq) a, caddPhred b FROM t WHERE caddPhred IS NOT NULL"], "correlation placeholder abbrev computed")
    b.no("how many patients carry each variant and are ill", "missing_column")
    b.no("variants in the BRCA1 gene", "missing_rows")
    b.either("which gene is the best studied?", [f"SELECT gene, {v} v FROM t GROUP BY 1 ORDER BY 2 DESC" for v in ("count(*)", "sum(submitterCount)", "avg(submitterCount)", "avg(reviewStars)")])
    b.talk(("cmp", "pathogenic variants by gene", "SELECT gene, count(*) n FROM t WHERE clinSig='pathogenic' GROUP BY 1", "filter count"),
           ("cmp", "include the likely pathogenic ones", f"SELECT gene, count(*) n FROM t WHERE {PATH} GROUP BY 1", "filter"),
           ("cmp", "now split by consequence", f"SELECT gene, consequence, count(*) n FROM t WHERE {PATH} GROUP BY 1,2", "dimension"),
           ("cmp", "only CRDX1 and OTOK", f"SELECT gene, consequence, count(*) n FROM t WHERE {PATH} AND gene IN ('CRDX1','OTOK') GROUP BY 1,2", "filter"))
