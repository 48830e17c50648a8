"""What `generate.py` asks about: practised tables with the nouns of their columns."""


class Subject:
    """`groups` and `flags` map columns to nouns, `measures` lists (noun, column, aggregates)."""

    def __init__(self, table, rows, date, groups, measures, flags, ratios=()):
        self.table, (self.row, self.rows), self.date = table, rows, date
        self.groups, self.measures, self.flags, self.ratios = groups, measures, flags, ratios


# A group: singular, plural, and how a value stands behind a noun. A flag: the condition in SQL, its verb phrase and its negation.
SUBJECTS = [
    Subject("hospital_visits", ("visit", "visits"), "arrival",
            {"dept": ("department", "departments", "in {v}"), "diagnosis": ("diagnosis", "diagnoses", "with the diagnosis {v}"), "insurance": ("insurance", "insurances", "with {v} insurance"), "triage_label": ("triage label", "triage labels", "labelled {v}")},
            [("waiting time", "wait_min", "mean median max"), ("cost", "cost_eur", "mean median sum"), ("age", "age", "mean median"), ("pain score", "pain_score", "mean")],
            [("admitted='yes'", "were admitted", "were not admitted"), ("ambulance='yes'", "arrived by ambulance", "did not arrive by ambulance")]),
    Subject("wildfires", ("fire", "fires"), "start_date",
            {"state": ("state", "states", "in {v}"), "cause": ("cause", "causes", "caused by {v}"), "size_class": ("size class", "size classes", "of size class {v}")},
            [("burned area", "burned_ha", "sum mean median max"), ("crew size", "crew_size", "mean median max"), ("number of injuries", "injuries", "mean max"), ("homes destroyed", "homes_destroyed", "sum")],
            [("evacuation='T'", "led to an evacuation", "did not lead to an evacuation")], [("injuries", "injuries", "crew member", "crew size", "crew_size")]),
    Subject("hotel_bookings", ("booking", "bookings"), "booked_on",
            {"hotel": ("hotel", "hotels", "at {v}"), "room_type": ("room type", "room types", "of the room type {v}"), "channel": ("channel", "channels", "through the channel {v}")},
            [("total amount", "total_amount", "mean median sum"), ("rate per night", "rate_per_night", "mean median max"), ("guest rating", "guest_rating", "mean"), ("number of nights", "nights", "mean median")],
            [("is_cancelled=1", "were cancelled", "were not cancelled"), ("breakfast='yes'", "include breakfast", "do not include breakfast")]),
    Subject("road_collisions", ("collision", "collisions"), "Date",
            {"Local_authority": ("local authority", "local authorities", "in {v}"), "Severity": ("severity", "severities", "of {v} severity"), "Weather": ("weather", "weather conditions", "in {v}"), "Road_type": ("road type", "road types", "on a {v}")},
            [("number of casualties", "Number_of_casualties", "mean max"), ("number of vehicles", "Number_of_vehicles", "mean max"), ("driver age", "Driver_age", "mean median"), ("speed limit", "Speed_limit_mph", "mean median")],
            [("Hit_and_run='Yes'", "were hit and run", "were not hit and run"), ("Urban_or_rural='Urban'", "happened in urban areas", "did not happen in urban areas")]),
    Subject("shelter_animals", ("animal", "animals"), "intake_date",
            {"species": ("species", "species", "of the species {v}"), "intake_type": ("intake type", "intake types", "with intake type {v}"), "breed": ("breed", "breeds", "of the breed {v}"), "outcome_type": ("outcome type", "outcome types", "with the outcome {v}")},
            [("weight", "weight_kg", "mean median max"), ("vet cost", "vet_cost", "sum mean median"), ("adoption fee", "adoption_fee", "mean sum"), ("food cost", "food_cost", "sum mean")],
            [("neutered='yes'", "are neutered", "are not neutered"), ("microchip='yes'", "have a microchip", "have no microchip")]),
    Subject("parking_fines", ("fine", "fines"), "issued_dt",
            {"zone": ("zone", "zones", "in {v}"), "offence": ("offence", "offences", "for the offence {v}"), "veh_typ": ("vehicle type", "vehicle types", "with vehicle type {v}"), "street": ("street", "streets", "in {v}")},
            [("amount due", "amt_due", "sum mean"), ("amount paid", "amt_paid", "sum mean"), ("days to pay", "days_to_pay", "mean median")],
            [("appeal_yn='Y'", "were appealed", "were not appealed"), ("reg_origin='Foreign'", "went to foreign vehicles", "did not go to foreign vehicles")]),
    Subject("films", ("film", "films"), "rel_dt",
            {"genre": ("genre", "genres", "of the genre {v}"), "studio": ("studio", "studios", "from {v}"), "mpaa": ("MPAA rating", "MPAA ratings", "rated {v}"), "dir_nm": ("director", "directors", "directed by {v}")},
            [("budget", "budg_mio_usd", "mean median sum max"), ("worldwide gross", "ww_gross_mio", "mean sum max"), ("critic score", "crit_scr", "mean median"), ("runtime", "rt_min", "mean median max")],
            [("seq_fl=1", "are sequels", "are not sequels")], [("worldwide gross", "ww_gross_mio", "dollar of budget", "budget", "budg_mio_usd")]),
    Subject("building_permits", ("permit", "permits"), "filedOn",
            {"neighborhood": ("neighborhood", "neighborhoods", "in {v}"), "workType": ("work type", "work types", "of the work type {v}"), "permitStatus": ("status", "statuses", "with the status {v}"), "zoning": ("zoning", "zonings", "zoned {v}")},
            [("declared value", "declaredValue", "sum mean median"), ("review days", "reviewDays", "mean median"), ("floor area", "floorAreaSqft", "mean sum"), ("permit fee", "permitFee", "sum mean max")],
            [("heatPump='true'", "have a heat pump", "do not have a heat pump")], [("permit fee", "permitFee", "square foot of floor area", "floor area", "floorAreaSqft")]),
    Subject("support_tickets", ("ticket", "tickets"), "createdAt",
            {"product": ("product", "products", "about {v}"), "issueType": ("issue type", "issue types", "of the issue type {v}"), "agent": ("agent", "agents", "handled by {v}"), "priority": ("priority", "priorities", "with {v} priority")},
            [("resolution time", "resolutionHours", "mean median max"), ("message count", "messageCount", "mean sum"), ("refund amount", "refundAmount", "sum max"), ("CSAT score", "csatScore", "mean")],
            [("escalated='true'", "were escalated", "were not escalated"), ("reopened='yes'", "were reopened", "were not reopened")]),
    Subject("staff_pay", ("employee", "employees"), "hire_dt",
            {"dept": ("department", "departments", "in {v}"), "job_title": ("job title", "job titles", "with the job title {v}"), "work_loc": ("work location", "work locations", "working in {v}")},
            [("base salary", "base_sal_usd", "mean median max"), ("bonus", "bonus_usd", "mean sum max"), ("sick days", "sick_days", "sum mean"), ("overtime hours", "overtime_hrs", "sum mean")],
            [("union_mbr='Y'", "are union members", "are not union members"), ("gender='F'", "are female", "are not female")], [("bonus", "bonus_usd", "overtime hour", "overtime hours", "overtime_hrs")]),
    Subject("rents", ("flat", "flats"), "Listed on",
            {"District": ("district", "districts", "in {v}"), "Energy class": ("energy class", "energy classes", "of energy class {v}"), "Agency": ("agency", "agencies", "from {v}")},
            [("rent", "Rent (EUR)", "mean median max"), ("size", "Size (sqm)", "mean median max"), ("utilities", "Utilities (EUR)", "mean median")],
            [("Balcony='Yes'", "have a balcony", "do not have a balcony"), ("Furnished='Yes'", "are furnished", "are not furnished")], [("rent", "Rent (EUR)", "square metre", "size", "Size (sqm)")]),
    Subject("ferry_sailings", ("sailing", "sailings"), "svc_date",
            {"vessel": ("vessel", "vessels", "by {v}"), "route_nm": ("route", "routes", "on the route {v}"), "status": ("status", "statuses", "with the status {v}")},
            [("departure delay", "dep_delay_min", "mean median max"), ("number of passengers", "pax_n", "mean sum max"), ("fare revenue", "fare_rev_gbp", "sum mean"), ("wave height", "wave_ht_m", "mean max")],
            [("on_time_flg='Y'", "were on time", "were not on time")], [("fare revenue", "fare_rev_gbp", "passenger", "passengers", "pax_n")]),
    Subject("wine_ratings", ("wine", "wines"), "Tasted on",
            {"Country": ("country", "countries", "from {v}"), "Colour": ("colour", "colours", "of the colour {v}"), "Grape variety": ("grape variety", "grape varieties", "made from {v}"), "Winery": ("winery", "wineries", "by {v}")},
            [("price per bottle", "Price per bottle", "mean median max"), ("critic score", "Critic score", "mean median max"), ("bottles produced", "Bottles produced", "sum mean"), ("customer rating", "Customer rating", "mean")],
            [("Organic='Yes'", "are organic", "are not organic")]),
    Subject("avalanche_accidents", ("accident", "accidents"), "Date",
            {"Activity": ("activity", "activities", "during {v}"), "Mountain range": ("mountain range", "mountain ranges", "in the {v}"), "Avalanche type": ("avalanche type", "avalanche types", "of the avalanche type {v}")},
            [("people caught", "People caught", "sum"), ("elevation", "Elevation (m)", "mean median max"), ("slope angle", "Slope angle (deg)", "mean max"), ("people killed", "People killed", "sum")],
            [("\"Helicopter used\"='yes'", "involved a helicopter", "did not involve a helicopter")], [("people killed", "People killed", "person caught", "people caught", "People caught")]),
    Subject("storm_events", ("event", "events"), "BEGIN_DT",
            {"STATE": ("state", "states", "in {v}"), "EVENT_TYPE": ("event type", "event types", "of the type {v}"), "COUNTY": ("county", "counties", "in {v}"), "SOURCE": ("source", "sources", "reported by {v}")},
            [("property damage", "DMG_PROP", "sum mean max"), ("crop damage", "DMG_CROP", "sum mean"), ("direct injuries", "INJ_DIRECT", "sum"), ("direct deaths", "DTH_DIRECT", "sum")], []),
]
