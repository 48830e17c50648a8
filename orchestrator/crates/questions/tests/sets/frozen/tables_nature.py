"""Tables of the natural sciences: exoplanets, earthquakes, coral reefs, germination trials, storms, gene variants. All values are invented."""
import datetime, math, random

from common import Table, mixed_date, or_else, scatter

I, F, D, T = "INTEGER", "DOUBLE", "DATE", "TIMESTAMP"


def exoplanets():
    r, rows = random.Random(9601), []
    ways = {"Transit": (["Vigil", "Argus-2", "Lantern"], 58), "Radial velocity": (["Cerro Alto", "Mount Verity"], 27), "Direct imaging": (["Mount Verity", "Southern Giant"], 5), "Microlensing": (["Baade Survey"], 10)}
    stars = {"F": (6500, 1.35), "G": (5650, 1.0), "K": (4600, 0.76), "M": (3350, 0.38)}
    names = ["VGL", "ARG", "LNT", "CAP", "MVS", "BSO"]
    number = 100
    while len(rows) < 320:
        number += r.randint(1, 9)
        kind = r.choices(list(stars), [12, 30, 30, 28])[0]
        temp, mass = stars[kind]
        temp, mass = round(temp * r.uniform(0.95, 1.05)), round(mass * r.uniform(0.85, 1.15), 2)
        far = round(r.lognormvariate(4.9, 0.9), 1)
        how = r.choices(list(ways), [w for _, w in ways.values()])[0]
        host = f"{r.choice(names)}-{number}"
        many = r.choices([1, 2, 3, 4], [66, 21, 9, 4])[0] if how in ("Transit", "Radial velocity") else 1
        year = min(2024, 2001 + int(24 * r.random() ** (0.5 if how == "Transit" else 0.8)))
        spectral, metal, bright = f"{kind}{r.randint(0, 9)}V", round(r.gauss(0.02, 0.17), 2), round(4.7 - 7.2 * math.log10(mass) + 5 * math.log10(far / 10) + r.gauss(0, 0.3), 1)
        for at in range(many):
            period = r.lognormvariate({"Transit": 2.2, "Radial velocity": 5.0, "Direct imaging": 10.5, "Microlensing": 7.4}[how], 1.1) * (1 + at * 1.3)
            radius = r.lognormvariate({"Transit": 0.8, "Radial velocity": 1.7, "Direct imaging": 2.5, "Microlensing": 1.9}[how], 0.55)
            weight = radius ** 2.1 * r.lognormvariate(0, 0.35)
            axis = (mass * (period / 365.25) ** 2) ** (1 / 3)
            warm = round(278 * (mass ** 3.5 / axis ** 2) ** 0.25)
            rows.append([f"{host} {'bcde'[at]}", host, how, year if at < 2 else min(2024, year + 1), r.choice(ways[how][0]), round(period, 2 if period < 1000 else 0), None if how == "Radial velocity" and r.random() < 0.6 else round(radius, 2), None if how == "Transit" and r.random() < 0.35 else round(weight, 2), None if how == "Microlensing" else round(min(0.85, r.expovariate(1 / 0.12)), 2), None if how == "Microlensing" else warm, spectral, kind, temp, mass, metal, far, bright, many, 1 if how != "Microlensing" and 190 <= warm <= 300 else 0, 1 if r.random() < 0.05 else 0, datetime.date(min(2024, year + 1), r.randint(1, 12), r.randint(1, 28))])
    rows = rows[:320]
    return Table("exoplanets", ["pl_name", "hostname", "disc_method", ("disc_year", I), "disc_facility", ("pl_orbper", F), ("pl_rade", F), ("pl_bmasse", F), ("pl_orbeccen", F), ("pl_eqt", I), "st_spectype", "st_class", ("st_teff", I), ("st_mass", F), ("st_met", F), ("sy_dist_pc", F), ("sy_vmag", F), ("sy_pnum", I), ("pl_hz_flag", I), ("pl_controv_flag", I), ("rowupdate", D)], rows, {"pl_rade": or_else("NaN"), "pl_bmasse": or_else("NaN"), "rowupdate": mixed_date})


def quakes():
    r, rows = random.Random(9602), []
    places = {"Korvan Trench": (-18.5, 172.3, 5), "Selma Fault": (38.6, 27.4, 4), "Ostrava Ridge": (61.2, -24.1, 2), "Pallas Basin": (-31.4, -70.8, 3), "Hida Arc": (36.9, 140.9, 4), "Tesse Valley": (46.1, 8.2, 1)}
    start = datetime.datetime(2023, 1, 1)
    moments = sorted(start + datetime.timedelta(minutes=r.randint(0, 1051000)) for _ in range(430))
    shock = datetime.datetime(2024, 2, 11, 4, 17)
    for when in sorted(moments + [shock + datetime.timedelta(minutes=round(r.expovariate(1 / 4500)) + 1) for _ in range(80)] + [shock]):
        after = shock < when < shock + datetime.timedelta(days=20) and r.random() < 0.75
        place = "Selma Fault" if after or when == shock else r.choices(list(places), [w for *_, w in places.values()])[0]
        lat, lon, _ = places[place]
        blast = place in ("Tesse Valley", "Ostrava Ridge") and r.random() < 0.2
        mag = 7.1 if when == shock else round(min(6.6, 2.5 + r.expovariate(1 / 0.75)), 1) if not blast else round(r.uniform(1.6, 2.4), 1)
        depth = 0.0 if blast else round(max(1.2, r.lognormvariate({"Korvan Trench": 4.4, "Pallas Basin": 4.0, "Hida Arc": 3.6}.get(place, 2.3), 0.6)), 1)
        felt = 0 if blast else max(0, round(10 ** (mag - 3.3) * r.lognormvariate(0, 0.8) * {"Selma Fault": 4, "Hida Arc": 5, "Korvan Trench": 0.2, "Ostrava Ridge": 0.1}.get(place, 1) / (1 + depth / 40)))
        power = None if felt < 3 else ["II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][min(7, max(0, round(mag * 1.5 - 3.4 - depth / 60)))]
        reviewed = when < datetime.datetime(2024, 11, 1) or mag >= 4.5
        rows.append([f"ev{when:%y%m%d}{len(rows):03}", when, round(lat + r.gauss(0, 0.7), 3), round(lon + r.gauss(0, 0.7), 3), depth, mag, "mww" if mag >= 6 else "mb" if mag >= 4.3 else "ml", place, "quarry blast" if blast else "earthquake", r.randint(8, 30) + round(mag * 14), r.randint(25, 240), round(r.uniform(0.1, 1.2), 2), felt, power, "red" if mag >= 6.8 else "orange" if mag >= 6.2 and felt > 200 else "yellow" if mag >= 5.4 and felt > 60 else "green" if mag >= 4 else None, "Y" if mag >= 6 and place in ("Korvan Trench", "Hida Arc", "Pallas Basin") else "N", "reviewed" if reviewed else "automatic", r.choice(["KSN", "HAN", "PBO"] if place not in ("Tesse Valley", "Selma Fault") else ["SED-X", "ESF"])])
    return Table("quake_catalog", ["event_id", ("origin_time", T), ("lat", F), ("lon", F), ("depth_km", F), ("mag", F), "mag_type", "region", "event_type", ("n_stations", I), ("azim_gap", I), ("rms_s", F), ("felt_reports", I), "max_intensity", "alert", "tsunami_yn", "review_status", "network"], rows, {"max_intensity": or_else("-"), "depth_km": lambda v, i: f"{v} km" if scatter(f"d{i}") < 0.1 else v})


def reefs():
    r, rows = random.Random(9603), []
    sites = [("Anse Verte", "Lagoon North", "No-take", 44), ("Blue Hole", "Outer Wall", "No-take", 52), ("Coco Point", "Lagoon North", "Fished", 31), ("Dugong Flats", "Lagoon South", "Fished", 22), ("Eagle Ray Pass", "Outer Wall", "Fished", 41), ("Frigate Rock", "Outer Wall", "No-take", 49), ("Giant Clam Garden", "Lagoon South", "No-take", 38), ("Hermit Bay", "Lagoon South", "Fished", 27), ("Isla Menor", "Lagoon North", "Fished", 34)]
    stress = {2017: 0.6, 2018: 0.8, 2019: 2.4, 2020: 5.9, 2021: 1.2, 2022: 0.9, 2023: 2.8, 2024: 8.4}
    cover = {s[0]: float(s[3]) for s in sites}
    for year, heat in stress.items():
        for name, region, zone, start in sites:
            dhw = round(max(0, heat * r.uniform(0.75, 1.25) * (1.15 if region != "Outer Wall" else 0.85)), 1)
            cover[name] = max(4, cover[name] + (1.3 if zone == "No-take" else 0.3) - 1.25 * max(0, dhw - 2))
            if r.random() < 0.04:
                continue
            for depth in (5, 10) if region != "Outer Wall" else (5, 10, 20):
                for line in (1, 2):
                    hard = round(min(80, max(1, cover[name] * (1.08 if depth == 10 else 0.95) * r.uniform(0.88, 1.12))), 1)
                    soft = round(r.uniform(2, 11), 1)
                    algae = round(min(95 - hard - soft, max(2, 62 - hard * 0.9 + r.gauss(0, 5) + (7 if zone == "Fished" else 0))), 1)
                    rubble = round(max(0, (100 - hard - soft - algae) * r.uniform(0.2, 0.6)), 1)
                    sand = round(100 - hard - soft - algae - rubble, 1)
                    rows.append([f"RT{year % 100}{len(rows) + 1:04}", datetime.date(year, r.choice([3, 4, 4, 5]), r.randint(1, 28)), name, region, zone, depth, line, hard, soft, algae, rubble, sand, round(min(98, max(0, dhw * 8.5 * r.uniform(0.6, 1.3) - depth * 0.5)), 1), dhw, round(28.1 + heat * 0.22 - depth * 0.03 + r.gauss(0, 0.25), 1), None if r.random() < 0.08 else round(max(4, r.gauss(17 if region == "Outer Wall" else 11, 3))), round(max(8, 18 + hard * 0.6 + (7 if zone == "No-take" else 0) + r.gauss(0, 4))), round(max(60, r.lognormvariate(6.2 + (0.55 if zone == "No-take" else 0) + hard / 150, 0.35))), max(0, round(r.gauss(0.3, 1.2))), r.randint(0, 14), r.choice(["Ana", "Ben", "Chidi", "Dao"])])
    return Table("reef_transects", ["Survey", ("Date", D), "Reef", "Region", "Protection", ("Depth (m)", I), ("Transect", I), ("Hard coral (%)", F), ("Soft coral (%)", F), ("Algae (%)", F), ("Rubble (%)", F), ("Sand (%)", F), ("Bleached colonies (%)", F), ("Degree heating weeks", F), ("Water temperature (°C)", F), ("Visibility (m)", I), ("Fish species", I), ("Fish biomass (kg/ha)", I), ("Crown-of-thorns starfish", I), ("Sea urchins", I), "Diver"], rows, {"Date": mixed_date, "Visibility (m)": or_else("n.r."), "Hard coral (%)": lambda v, i: f"{v}%" if scatter(f"h{i}") < 0.2 else v, "Reef": lambda v, i: v.upper() if scatter(f"r{i}") < 0.04 else v})


POPULATIONS = {"AFR": 1.3, "AMR": 0.9, "EAS": 0.8, "EUR": 1.0, "SAS": 0.95}


def variants():
    r, rows = random.Random(9606), []
    genes = {"CRDX1": ("3", 128.4, "cardiomyopathy", "AD"), "LIPR2": ("11", 61.2, "high cholesterol", "AD"), "NEUB4": ("16", 23.7, "epilepsy", "AR"), "OTOK": ("1", 207.9, "hearing loss", "AR"), "RETN7": ("X", 38.1, "retinal disease", "XL"), "HEMZ": ("7", 5.5, "anaemia", "AR"), "SKELA": ("17", 50.2, "bone fragility", "AD"), "MITO9": ("12", 101.3, "muscle weakness", "AR")}
    effects = {"missense": 46, "synonymous": 20, "frameshift": 10, "stop gained": 8, "splice site": 8, "intronic": 8}
    for i in range(372):
        gene = r.choices(list(genes), [18, 14, 12, 16, 9, 12, 10, 9])[0]
        chrom, pos, illness, mode = genes[gene]
        effect = r.choices(list(effects), list(effects.values()))[0]
        kind = r.choice(["insertion", "deletion"]) if effect == "frameshift" else "SNV" if r.random() < 0.94 else "deletion"
        ref, alt = r.sample("ACGT", 2)
        ref, alt = (ref + "".join(r.choices("ACGT", k=r.randint(1, 4))), ref) if kind == "deletion" else (ref, ref + "".join(r.choices("ACGT", k=r.randint(1, 4)))) if kind == "insertion" else (ref, alt)
        weights = {"missense": [14, 12, 44, 14, 16], "synonymous": [0, 1, 9, 38, 52], "frameshift": [54, 28, 16, 2, 0], "stop gained": [58, 26, 14, 2, 0], "splice site": [34, 34, 26, 6, 0], "intronic": [0, 2, 22, 36, 40]}[effect]
        sig = r.choices(["pathogenic", "likely pathogenic", "uncertain", "likely benign", "benign"], weights)[0]
        freq = 10 ** -r.uniform(*{"pathogenic": (3.6, 5.0), "likely pathogenic": (3.5, 5.0), "uncertain": (3.0, 4.8), "likely benign": (1.8, 3.8), "benign": (0.5, 2.4)}[sig])
        number = r.choice([140000, 148000, 152000]) - r.randint(0, 4000)
        count = max(1, round(freq * number))
        pops = [round(min(0.9, count / number * w * r.lognormvariate(0, 0.45)), 6) for w in POPULATIONS.values()]
        cadd = round(min(45, max(0.1, {"pathogenic": 29, "likely pathogenic": 26, "uncertain": 19, "likely benign": 9, "benign": 5}[sig] + r.gauss(0, 4))), 1)
        rows.append([f"{chrom}-{round(pos * 1e6) + i * 173}-{ref}-{alt}", chrom, round(pos * 1e6) + i * 173, ref, alt, kind, gene, illness, mode, effect, sig, r.choices([0, 1, 2, 3], [18, 42, 30, 10])[0], count, number, round(count / number, 7), *pops, round(count / number * count / 2) if mode != "XL" else 0, None if kind != "SNV" else cadd, datetime.date(2009, 1, 1) + datetime.timedelta(days=r.randint(0, 4600)), datetime.date(2024, 5, 31) - datetime.timedelta(days=r.randint(0, 900)), r.randint(1, 22)])
    return Table("gene_variants", ["variantId", "chrom", ("pos", I), "ref", "alt", "variantType", "gene", "condition", "inheritance", "consequence", "clinSig", ("reviewStars", I), ("alleleCount", I), ("alleleNumber", I), ("alleleFreq", F), *[(f"af_{p}", F) for p in POPULATIONS], ("homozygotes", I), ("caddPhred", F), ("firstSubmitted", D), ("lastEvaluated", D), ("submitterCount", I)], rows, {"caddPhred": or_else("."), "firstSubmitted": mixed_date, "clinSig": lambda v, i: v.capitalize() if scatter(f"c{i}") < 0.1 else v})


TABLES = [exoplanets(), quakes(), reefs(), variants()]
