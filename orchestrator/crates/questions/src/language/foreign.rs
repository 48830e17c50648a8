//! German, French and Spanish words with the English words they mean.
//!
//! Words are replaced one by one; the grammar over the types is the same. A language is taken where enough of its function
//! words occur that English does not have.

use super::concepts::{self, Foreign};
use super::token::{Kind, Token, token};

/// A language's function words, which tell it from English, and its dictionary: `word=english words`, divided by `;`.
struct Language {
    code: Foreign,
    marks: &'static str,
    words: &'static str,
}

const GERMAN: Language = Language {
    code: Foreign::German,
    marks: "wie wurde wurden wird werden viele viel der die das den dem des und oder nach je pro für von zwischen mit ohne seit welche welcher welches welchem wieviel ist sind \
        hat hatte hatten war waren im am zum zur ein eine einen einer nicht mehr weniger als durchschnittliche durchschnittlicher gesamt zeige zeig mir \
        anteil jahr jahre monat über unter bei pro jedem jeder jede wo wer warum nur auch aufgeteilt nach gab es wird",
    words: "ich=i;habe=have;wir=we;anreise=arrival;abreise=departure;ankunft=arrival;verspaetung=delay;verspaetungen=delays;wartezeit=wait time;leistung=power;kapazitaet=capacity;flaeche=area;haeufigste=most common;haeufigsten=most common;haeufigster=most common;haeufigstes=most common;meistens=mostly;storniert=cancelled;stornierte=cancelled;stornierten=cancelled;seiten=pages;dauer=duration;bekam=received;bekamen=received;erhielt=received;erhielten=received;abgelehnt=rejected;abgelehnte=rejected;abgelehnten=rejected;genehmigt=approved;genehmigte=approved;genehmigten=approved;bewilligt=awarded;bezahlt=paid;bezahlte=paid;betrag=amount;betraege=amounts;zustand=condition;gebuehr=fee;gebuehren=fees;zwei=two;drei=three;vier=four;fuenf=five;sechs=six;sieben=seven;acht=eight;neun=nine;zehn=ten;aber=and;dabei=;wie viele=how many;wie viel=how much;wie=how;verschiedene=different;verschiedenen=different;wieviel=how many;wieviele=how many;wie hoch=what;wie gross=what;wie lange=how long;der=the;die=the;das=the;den=the;dem=the;des=of;und=and;oder=or;nach=by;je=per;pro=per;fuer=for;\
        von=of;vom=of;zwischen=between;mit=with;ohne=without;seit=since;ab=since;bis=until;welche=which;welcher=which;welches=which;welchem=which;welchen=which;\
        ist=is;sind=are;hat=has;hatte=had;hatten=had;haben=have;war=was;waren=were;wurde=was;wurden=were;wird=will;im=in;am=on;an=on;zum=to;zur=to;ein=a;eine=a;einen=a;einer=a;eines=a;\
        nicht=not;kein=no;keine=no;keinen=no;mehr=more;weniger=less;als=than;gegen=against;gegenueber=against;verglichen=compared;im vergleich=compared;\
        durchschnittliche=average;durchschnittlicher=average;durchschnittlichen=average;durchschnittliches=average;durchschnitt=average;durchschnittlich=average;mittlere=mean;mittlerer=mean;mittleren=mean;mittelwert=mean;im schnitt=average;mittel=mean;\
        gesamt=total;gesamte=total;gesamten=total;gesamtzahl=total number;insgesamt=total;summe=sum;anzahl=number of;zahl=number of;zeige=show;zeig=show;mir=me;bitte=please;\
        anteil=share;anteile=share;prozent=percent;prozentual=percent;prozentualer=percent;prozentsatz=percentage;\
        jahr=year;jahre=years;jahren=years;jahres=year;jaehrlich=yearly;monat=month;monate=months;monaten=months;monats=month;monatlich=monthly;tag=day;tage=days;tagen=days;taeglich=daily;woche=week;wochen=weeks;\
        wochentag=weekday;wochentage=weekday;wochentagen=weekday;quartal=quarter;quartale=quarters;jahrzehnt=decade;jahrzehnte=decades;jahrzehnten=decades;stunde=hour;stunden=hours;uhrzeit=hour;zeit=time;\
        ueber=over;unter=under;bei=for;jedem=each;jeder=each;jede=each;jedes=each;alle=all;allen=all;aller=all;wo=where;wer=who;warum=why;wieso=why;weshalb=why;nur=only;auch=also;\
        aufgeteilt=split;getrennt=split;gruppiert=grouped;entwicklung=trend;entwickelt=changed;entwickelte=changed;veraenderung=change;veraendert=changed;wachstum=growth;wuchs=growth;verlauf=trend;zeitverlauf=over time;im lauf=over;lauf=course;\
        verteilung=distribution;zusammenhang=relationship;korrelation=correlation;vergleich=compare;vergleiche=compare;unterschied=difference;differenz=difference;verhaeltnis=ratio;\
        hoechste=highest;hoechsten=highest;hoechster=highest;hoechstes=highest;niedrigste=lowest;niedrigsten=lowest;niedrigster=lowest;groesste=largest;groessten=largest;groesster=largest;kleinste=smallest;kleinsten=smallest;kleinster=smallest;meisten=most;meiste=most;am meisten=most;wenigsten=fewest;wenigste=fewest;\
        schwerste=heaviest;schwersten=heaviest;leichteste=lightest;leichtesten=lightest;aelteste=oldest;aeltesten=oldest;juengste=youngest;juengsten=youngest;beste=best;besten=best;schlechteste=worst;schlechtesten=worst;laengste=longest;laengsten=longest;kuerzeste=shortest;kuerzesten=shortest;teuerste=most expensive;teuersten=most expensive;billigste=cheapest;billigsten=cheapest;guenstigste=cheapest;schnellste=fastest;schnellsten=fastest;\
        groesser=larger;kleiner=smaller;hoeher=higher;niedriger=lower;mindestens=at least;hoechstens=at most;aelter=older;juenger=younger;schwerer=heavier;leichter=lighter;laenger=longer;kuerzer=shorter;\
        minimum=minimum;maximum=maximum;median=median;standardabweichung=standard deviation;kumuliert=cumulative;kumulierte=cumulative;kumulative=cumulative;laufende=running;gleitender=moving;gleitende=moving;gleitendes=moving;gleitenden=moving;\
        als balkendiagramm=as bar chart;balkendiagramm=bar chart;balken=bars;liniendiagramm=line chart;linie=line;kreisdiagramm=pie chart;tortendiagramm=pie chart;torte=pie;karte=map;tabelle=table;streudiagramm=scatter plot;histogramm=histogram;diagramm=chart;punkte=dots;\
        land=country;laender=countries;laendern=countries;landes=country;stadt=city;staedte=cities;staedten=cities;insel=island;inseln=islands;region=region;regionen=regions;kontinent=continent;kontinente=continents;kontinenten=continents;erdteil=continent;staat=state;staaten=states;bundesstaat=state;bundesstaaten=states;bezirk=district;bezirke=districts;\
        preis=price;preise=prices;kosten=cost;umsatz=revenue;gewinn=profit;gehalt=salary;alter=age;geschlecht=sex;maenner=male;frauen=female;maennliche=male;weibliche=female;maennchen=male;weibchen=female;maennlich=male;weiblich=female;\
        gewicht=weight;groesse=size;laenge=length;breite=width;hoehe=height;tiefe=depth;geschwindigkeit=speed;temperatur=temperature;temperaturen=temperature;niederschlag=precipitation;bevoelkerung=population;einwohner=population;lebenserwartung=life expectancy;\
        art=species;arten=species;pinguin=penguin;pinguine=penguins;pinguinen=penguins;schnabel=beak;schnabellaenge=beak length;schnabeltiefe=beak depth;flosse=flipper;flossenlaenge=flipper length;koerpermasse=body mass;koerpergewicht=body mass;wiegen=weigh;wiegt=weighs;masse=mass;\
        tote=deaths;toten=deaths;todesfaelle=deaths;opfer=victims;starben=died;gestorben=died;getoetet=killed;erdbeben=earthquake;ueberschwemmung=flood;ueberschwemmungen=floods;duerre=drought;katastrophe=disaster;katastrophen=disasters;naturkatastrophen=natural disasters;\
        beschaeftigte=employment;beschaeftigten=employment;arbeitsplaetze=jobs;arbeitslosigkeit=unemployment;arbeitslose=unemployment;arbeitslosenquote=unemployment rate;baugewerbe=construction;industrie=manufacturing;regierung=government;zinsen=interest;zinssatz=interest rate;inflation=inflation;\
        autos=cars;auto=car;wagen=cars;verbrauch=mileage;leistung=power;ps=horsepower;zylinder=cylinders;herkunft=origin;hersteller=manufacturer;fluege=flights;flug=flight;flughafen=airport;flughaefen=airports;fluggesellschaft=airline;fluggesellschaften=airlines;verspaetung=delay;verspaetungen=delays;\
        filme=movies;film=movie;einnahmen=gross;bewertung=rating;bewertungen=ratings;stimmen=votes;wahl=election;sieger=winner;gewann=won;gewonnen=won;schueler=students;studenten=students;kunden=customers;produkt=product;produkte=products;bestellungen=orders;verkaeufe=sales;kategorie=category;kategorien=categories;\
        letzten=last;letzte=last;letztes=last;ersten=first;erste=first;vergangenen=last;vorjahr=previous year;vormonat=previous month;gab=were;gibt=are;es=there;sich=itself;denn=;so=;in=in;auf=on;aus=from;vor=before;davor=before;waehrend=during;zu=to;ausser=except;\
        fehlt=missing;fehlen=missing;fehlend=missing;unbekannt=unknown;trinkgeld=tip;rechnung=bill;raucher=smoker;besucher=visitors;befragte=respondents;befragten=respondents;teilzeit=part time;vollzeit=full time;abteilung=department;abteilungen=departments;linie=line;ausfaelle=cancelled;filiale=branch;filialen=branches;einzahlungen=deposits;auszahlungen=withdrawals;ausgaben=spending;gesundheit=health;jahresverlauf=over time;produktion=production;flaeche=area;anbauflaeche=area;arbeiten=work;laeufer=runners;wartezeit=waiting time;konto=account;konten=accounts;kontostand=balance;geburten=births;durchschnittstemperatur=average temperature;durchschnittspreis=average price;durchschnittsalter=average age;wohnungen=apartments;miete=rent;mieten=rent;ausleihen=loans;buecher=books;kunde=customer;bestellung=order;museen=museums;eintritt=ticket price;naechte=nights;nichtraucher=non smoker;sonntag=sunday;samstag=saturday;freitag=friday;donnerstag=thursday;mittwoch=wednesday;dienstag=tuesday;montag=monday;\
        januar=january;februar=february;maerz=march;mai=may;juni=june;juli=july;oktober=october;dezember=december;sommer=summer;winter=winter;fruehling=spring;herbst=autumn;mittagessen=lunch;abendessen=dinner;pflanzen=plants;ernte=yield;sorte=variety;sorten=varieties;einkommen=income;bildung=education;regen=rain;sonne=sun;schnee=snow;nebel=fog;wetter=weather;tage mit=days with;farbe=color;klasse=class;ueberlebende=survived;ueberlebt=survived;ueberlebten=survived;passagiere=passengers;haeufigsten=most common;haeufigste=most common;wert=value;werte=values;zimmer=rooms;haus=house;haeuser=houses;wohnung=apartment;spieler=players;mannschaft=team;mannschaften=teams;tore=goals;verkauft=sold;verdienen=earn;verdient=earn",
};

const FRENCH: Language = Language {
    code: Foreign::French,
    marks: "le la les des du un une et ou par pour dans sur avec sans entre depuis quel quelle quels quelles combien est sont était au aux chaque selon plus moins que qui où nombre de moyenne l d montre pourquoi quel",
    words: "montant total=total amount;montants totaux=total amount;montant=amount;montants=amounts;plus grandes=largest;plus petites=smallest;plus eleves=highest;plus hauts=highest;plus hautes=highest;plus faibles=lowest;plus longs=longest;plus longues=longest;plus courts=shortest;plus courtes=shortest;plus rapide=fastest;plus rapides=fastest;plus lent=slowest;plus lents=slowest;plus ancien=oldest;plus anciens=oldest;plus ancienne=oldest;plus anciennes=oldest;plus recent=newest;plus recents=newest;plus frequent=most common;plus frequente=most common;plus frequents=most common;plus frequentes=most common;capacite=capacity;arrivee=arrival;arrivees=arrivals;depart=departure;annule=cancelled;annules=cancelled;annulee=cancelled;annulees=cancelled;vitesse=speed;puissance=power;retard=delay;retards=delays;attente=wait;duree=duration;frais=fee;projet=project;projets=projects;refuse=rejected;refuses=rejected;refusee=rejected;refusees=rejected;rejete=rejected;rejetes=rejected;accepte=accepted;acceptes=accepted;approuve=approved;approuves=approved;paye=paid;payes=paid;amende=fine;amendes=fines;demande=request;demandes=requests;deux=two;trois=three;quatre=four;cinq=five;sept=seven;huit=eight;neuf=nine;dix=ten;le=the;la=the;les=the;l=the;des=of;du=of;de=of;d=of;un=a;une=a;et=and;ou=or;par=per;pour=for;dans=in;en=in;sur=on;avec=with;sans=without;entre=between;depuis=since;jusqu=until;\
        quel=which;quelle=which;quels=which;quelles=which;combien=how many;est=is;sont=are;etait=was;etaient=were;a=has;ont=have;au=in;aux=to;chaque=each;selon=by;plus=more;moins=less;que=than;qu=than;qui=who;ou=where;pourquoi=why;\
        nombre moyen=average number;nombre total=total number;nombre=number;somme=sum;total=total;totale=total;moyenne=average;moyen=average;moyennes=average;moyens=average;en moyenne=average;mediane=median;median=median;ecart type=standard deviation;ecart=difference;\
        part=share;pourcentage=percentage;pourcent=percent;proportion=proportion;an=year;ans=years;annee=year;annees=years;annuel=yearly;annuelle=yearly;annuels=yearly;mois=month;mensuel=monthly;mensuelle=monthly;jour=day;jours=days;semaine=week;trimestre=quarter;trimestres=quarters;decennie=decade;decennies=decades;heure=hour;heures=hours;temps=time;au fil du=over;fil=course;\
        montre=show;montrez=show;moi=me;affiche=show;afficher=show;trace=plot;compare=compare;comparer=compare;evolution=trend;evolue=changed;croissance=growth;changement=change;repartition=distribution;distribution=distribution;relation=relationship;rapport=ratio;correlation=correlation;difference=difference;\
        le plus=most;la plus=most;les plus=most;le moins=least;la moins=least;les moins=least;plus grand=largest;plus grande=largest;plus grands=largest;plus petit=smallest;plus petite=smallest;plus eleve=highest;plus elevee=highest;plus elevees=highest;plus haut=highest;plus haute=highest;plus bas=lowest;plus basse=lowest;plus faible=lowest;plus jeune=youngest;plus jeunes=youngest;plus vieux=oldest;plus vieille=oldest;plus age=oldest;plus agee=oldest;plus ages=oldest;plus lourd=heaviest;plus lourde=heaviest;plus lourds=heaviest;plus leger=lightest;plus cher=most expensive;plus chers=most expensive;plus chere=most expensive;plus long=longest;plus longue=longest;plus court=shortest;plus chaud=hottest;plus froid=coldest;plus de=more than;moins de=less than;au moins=at least;au plus=at most;superieur a=greater than;superieure a=greater than;superieurs a=greater than;superieures a=greater than;inferieur a=less than;inferieure a=less than;\
        diagramme=chart;graphique=chart;barres=bars;camembert=pie;carte=map;tableau=table;courbe=line;ligne=line;nuage de points=scatter;histogramme=histogram;\
        pays=country;ville=city;villes=cities;ile=island;iles=islands;region=region;regions=regions;continent=continent;continents=continents;etat=state;etats=states;quartier=neighborhood;quartiers=neighborhoods;\
        prix=price;cout=cost;couts=cost;chiffre d affaires=revenue;ventes=sales;benefice=profit;salaire=salary;age=age;sexe=sex;hommes=male;femmes=female;homme=male;femme=female;males=male;femelles=female;male=male;femelle=female;\
        poids=weight;taille=size;longueur=length;largeur=width;hauteur=height;profondeur=depth;vitesse=speed;temperature=temperature;temperatures=temperature;precipitations=precipitation;pluie=rain;population=population;habitants=population;esperance de vie=life expectancy;\
        espece=species;especes=species;manchot=penguin;manchots=penguins;pingouins=penguins;bec=beak;nageoire=flipper;masse=mass;corporelle=body;\
        morts=deaths;mort=death;deces=deaths;victime=victim;victimes=victims;tues=killed;dus=;due=;dues=;du a=;origine=origin;epidemie=epidemic;epidemies=epidemic;inondation=flood;inondations=floods;seisme=earthquake;seismes=earthquakes;tremblement de terre=earthquake;tremblements de terre=earthquakes;secheresse=drought;secheresses=drought;catastrophe=disaster;catastrophes=disasters;naturelles=natural;\
        emploi=employment;emplois=jobs;chomage=unemployment;taux=rate;inflation=inflation;voitures=cars;voiture=car;cylindres=cylinders;puissance=horsepower;consommation=consumption;vols=flights;vol=flight;aeroport=airport;aeroports=airports;compagnie=airline;retard=delay;retards=delays;\
        films=movies;film=movie;note=rating;notes=ratings;voix=votes;vainqueur=winner;eleves=students;etudiants=students;clients=customers;client=customer;produit=product;produits=products;commandes=orders;categorie=category;categories=categories;\
        dernieres=last;derniers=last;derniere=last;dernier=last;premiers=first;premieres=first;precedente=previous;precedent=previous;passagers=passengers;survecu=survived;survivants=survived;classe=class;avant=before;apres=after;pendant=during;cumule=cumulative;cumulee=cumulative;mobile=moving;glissante=moving;sauf=except;seulement=only;seuls=only;seules=only;tous=all;toutes=all;tout=all;toute=all;meme=same;ne=;se=;s=;ce=;cette=this;ces=these;il=it;y=;on=;inconnu=unknown;manquant=missing;\
        janvier=january;fevrier=february;mars=march;avril=april;mai=may;juin=june;juillet=july;aout=august;septembre=september;octobre=october;novembre=november;decembre=december;lundi=monday;mardi=tuesday;mercredi=wednesday;jeudi=thursday;vendredi=friday;samedi=saturday;dimanche=sunday;ete=summer;hiver=winter;printemps=spring;automne=autumn;pourboire=tip;visiteurs=visitors;ligne=line;lignes=lines;neige=snow;quand=when;coureurs=runners;teletravail=home office;tranche d age=age group;tranche=group;sexe=sex;quartier=district;loyer=rent;loyers=rent;livres=books;surface=area;superficie=area;production=production;depenses=spending;sante=health;logement=housing;compte=account;comptes=accounts;solde=balance;naissances=births;commande=order;departement=department;service=department;arret=stop;arrets=stops;musee=museum;musees=museums;addition=bill;fumeurs=smokers;fumeur=smoker;midi=lunch;soir=dinner;revenu=income;revenus=income;joueurs=players;equipe=team;equipes=teams;buts=goals;chambres=rooms;maisons=houses;rendement=yield;variete=variety;varietes=varieties;jour de la semaine=weekday;jours de la semaine=weekday",
};

const SPANISH: Language = Language {
    code: Foreign::Spanish,
    marks: "el los las un una y o por para en sobre con sin entre desde cual cuál cuáles qué cuántos cuántas cuanto es son fue cada según más menos que del de la número promedio muestra donde quién porqué año cuantos cuantas",
    words: "tiene mas=has most;tienen mas=have most;tiene menos=has fewest;tienen menos=have fewest;tiene=has;tienen=have;fueron=were;fue=was;cancelada=cancelled;canceladas=cancelled;cancelado=cancelled;cancelados=cancelled;reserva=booking;reservas=bookings;genero=genre;llegada=arrival;llegadas=arrivals;salida=departure;salidas=departures;retraso=delay;retrasos=delays;espera=wait;velocidad=speed;potencia=power;capacidad=capacity;importe=amount;importes=amounts;monto=amount;montos=amounts;duracion=duration;pagado=paid;pagados=paid;rechazado=rejected;rechazados=rejected;rechazadas=rejected;aprobado=approved;aprobados=approved;aprobadas=approved;multa=fine;multas=fines;tipo=type;tipos=types;dos=two;tres=three;cuatro=four;cinco=five;seis=six;siete=seven;ocho=eight;nueve=nine;diez=ten;el=the;la=the;los=the;las=the;lo=the;un=a;una=a;unos=some;unas=some;y=and;e=and;o=or;u=or;por=per;para=for;en=in;sobre=on;con=with;sin=without;entre=between;desde=since;hasta=until;\
        cual=which;cuales=which;que=that;cuantos=how many;cuantas=how many;cuanto=how much;cuanta=how much;es=is;son=are;fue=was;fueron=were;hay=are there;hubo=were there;cada=each;segun=by;mas=more;menos=less;del=of;de=of;al=to;a=to;su=its;se=;no=not;\
        numero medio=average number;numero total=total number;cantidad total=total number;habia=were there;numero=number;cantidad=number;suma=sum;total=total;promedio=average;media=average;medio=average;medias=average;mediana=median;desviacion estandar=standard deviation;desviacion tipica=standard deviation;\
        parte=share;porcentaje=percentage;proporcion=proportion;cuota=share;ano=year;anos=years;anual=yearly;anuales=yearly;mes=month;meses=months;mensual=monthly;dia=day;dias=days;diario=daily;semana=week;semanas=weeks;trimestre=quarter;trimestres=quarters;decada=decade;decadas=decades;hora=hour;horas=hours;tiempo=time;a lo largo del=over;largo=over;\
        muestra=show;muestrame=show me;mostrar=show;dibuja=draw;compara=compare;comparar=compare;evolucion=trend;crecimiento=growth;cambio=change;distribucion=distribution;relacion=relationship;correlacion=correlation;diferencia=difference;razon=ratio;\
        el mas=most;la mas=most;los mas=most;las mas=most;mas alto=highest;mas alta=highest;mas altos=highest;mas altas=highest;mas bajo=lowest;mas baja=lowest;mas grande=largest;mas grandes=largest;mas pequeno=smallest;mas pequena=smallest;mas pesado=heaviest;mas pesados=heaviest;mas pesada=heaviest;mas ligero=lightest;mas joven=youngest;mas jovenes=youngest;mas viejo=oldest;mas viejos=oldest;mas caro=most expensive;mas caros=most expensive;mas cara=most expensive;mas barato=cheapest;mas baratos=cheapest;mas calido=hottest;mas calida=hottest;mas caliente=hottest;mas frio=coldest;mas fria=coldest;mas largo=longest;mas larga=longest;mas corto=shortest;mas rapido=fastest;mas rapidos=fastest;mas de=more than;menos de=less than;mas que=more than;menos que=less than;al menos=at least;por lo menos=at least;como maximo=at most;mayor que=greater than;menor que=less than;mayor=largest;menor=smallest;mayores=largest;menores=smallest;mejor=best;peor=worst;maximo=maximum;maxima=maximum;minimo=minimum;minima=minimum;por encima de=above;por debajo de=below;superior=above;inferior=below;\
        grafico=chart;grafica=chart;barras=bars;circular=pie;tarta=pie;mapa=map;tabla=table;linea=line;lineas=lines;dispersion=scatter;histograma=histogram;\
        pais=country;paises=countries;ciudad=city;ciudades=cities;isla=island;islas=islands;region=region;regiones=regions;continente=continent;continentes=continents;estado=state;estados=states;distrito=district;distritos=districts;barrio=neighborhood;barrios=neighborhoods;\
        precio=price;precios=prices;coste=cost;costo=cost;costes=cost;ingresos=revenue;ventas=sales;beneficio=profit;ganancia=profit;salario=salary;edad=age;sexo=sex;hombres=male;mujeres=female;hombre=male;mujer=female;machos=male;hembras=female;macho=male;hembra=female;\
        peso=weight;pesan=weigh;pesa=weighs;tamano=size;longitud=length;anchura=width;ancho=width;altura=height;profundidad=depth;velocidad=speed;temperatura=temperature;temperaturas=temperature;precipitacion=precipitation;lluvia=rain;poblacion=population;habitantes=population;esperanza de vida=life expectancy;\
        especie=species;especies=species;pinguino=penguin;pinguinos=penguins;pico=beak;aleta=flipper;masa=mass;corporal=body;\
        muertes=deaths;muertos=deaths;muerte=death;victima=victim;victimas=victims;murieron=died;terremoto=earthquake;terremotos=earthquakes;inundacion=flood;inundaciones=floods;epidemia=epidemic;epidemias=epidemic;sequia=drought;sequias=drought;desastre=disaster;desastres=disasters;naturales=natural;\
        empleo=employment;empleos=jobs;desempleo=unemployment;paro=unemployment;tasa=rate;inflacion=inflation;coches=cars;coche=car;autos=cars;cilindros=cylinders;potencia=horsepower;consumo=consumption;vuelos=flights;vuelo=flight;aeropuerto=airport;aeropuertos=airports;aerolinea=airline;aerolineas=airlines;retraso=delay;retrasos=delays;\
        peliculas=movies;pelicula=movie;nota=rating;votos=votes;ganador=winner;estudiantes=students;alumnos=students;clientes=customers;cliente=customer;producto=product;productos=products;pedidos=orders;categoria=category;categorias=categories;\
        ultimos=last;ultimas=last;ultimo=last;primeros=first;primeras=first;anterior=previous;pasajeros=passengers;sobrevivieron=survived;sobrevivientes=survived;clase=class;antes=before;despues=after;durante=during;acumulado=cumulative;acumulada=cumulative;movil=moving;excepto=except;salvo=except;solo=only;solamente=only;todos=all;todas=all;todo=all;mismo=same;donde=where;quien=who;desconocido=unknown;falta=missing;\
        enero=january;febrero=february;marzo=march;abril=april;mayo=may;junio=june;julio=july;agosto=august;septiembre=september;octubre=october;noviembre=november;diciembre=december;lunes=monday;martes=tuesday;miercoles=wednesday;jueves=thursday;viernes=friday;sabado=saturday;domingo=sunday;verano=summer;invierno=winter;primavera=spring;otono=autumn;propina=tip;visitantes=visitors;corredores=runners;corredor=runner;gasto=spending;gastos=spending;vivienda=housing;frente a=against;superficie=area;tercera=third;tercer=third;segunda=second;linea=line;parada=stop;paradas=stops;familias=family;salud=health;cuentas=accounts;saldo=balance;nacimientos=births;alquiler=rent;libros=books;prestamos=loans;pedido=order;departamento=department;departamentos=departments;museo=museum;museos=museums;produccion=production;nieve=snow;lluvioso=rain;propinas=tips;cuenta=bill;fumadores=smokers;fumador=smoker;almuerzo=lunch;cena=dinner;renta=income;jugadores=players;equipo=team;equipos=teams;goles=goals;casas=houses;rendimiento=yield;variedad=variety;variedades=varieties;dia de la semana=weekday",
};

/// Replaces the words of another language by English ones.
pub fn translate(tokens: Vec<Token>) -> Vec<Token> {
    let Some(language) = language_of(&tokens) else {
        return tokens;
    };
    let dictionary: Vec<(Vec<&str>, Vec<&str>)> = language
        .words
        .split(';')
        .filter_map(|entry| entry.trim().split_once('='))
        .map(|(from, to)| (from.split(' ').collect(), to.split_whitespace().collect()))
        .collect();
    let mut translated = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let matches = |from: &[&str]| {
            tokens.len() - at >= from.len()
                && from
                    .iter()
                    .zip(&tokens[at..])
                    .all(|(word, token)| token.kind == Kind::Word && token.word == *word)
        };
        // "la plus jeune": the article belongs to the superlative.
        let article = matches!(
            tokens[at].word.as_str(),
            "le" | "la" | "les" | "el" | "los" | "las" | "lo"
        );
        let superlative = |word: &str| matches!(word, "plus" | "moins" | "mas" | "menos");
        if article
            && tokens
                .get(at + 1)
                .is_some_and(|next| superlative(&next.word))
            && dictionary.iter().any(|(from, _)| {
                from.len() == 2
                    && superlative(from[0])
                    && tokens.get(at + 2).is_some_and(|next| next.word == from[1])
                    && tokens[at + 1].word == from[0]
            })
        {
            at += 1;
            continue;
        }
        // The accent tells what is due, "dû", from "du".
        if matches!(language.code, Foreign::French) && tokens[at].text.to_lowercase() == "d\u{fb}" {
            let text = tokens[at].text.clone();
            translated.push(Token {
                text,
                ..token("due", Kind::Word, tokens[at].span)
            });
            at += 1;
            continue;
        }
        // The longest entry wins: "numero medio" before "numero".
        let found = dictionary
            .iter()
            .filter(|(from, _)| matches(from))
            .max_by_key(|(from, _)| from.len());
        // The dictionary holds grammar and phrases; nouns of everyday data are concepts.
        let concept = || {
            let token = &tokens[at];
            let to = concepts::translate(&token.word, language.code)?;
            (token.kind == Kind::Word).then_some((1, to))
        };
        let Some((length, to)) = found
            .map(|(from, to)| (from.len(), to.clone()))
            .or_else(concept)
        else {
            translated.push(tokens[at].clone());
            at += 1;
            continue;
        };
        // Each English word points to the whole phrase, so that the echo marks it as one.
        let mut span = tokens[at].span;
        span.end = tokens[at + length - 1].span.end;
        for word in to {
            let text = tokens[at].text.clone();
            translated.push(Token {
                text,
                ..token(word, Kind::Word, span)
            });
        }
        at += length;
    }
    translated
}

/// Returns the language that most words of the question belong to, if they are more than the English function words.
fn language_of(tokens: &[Token]) -> Option<&'static Language> {
    const ENGLISH: &str = "the of and is are what which how many each for by with from was were show me in on than number between who where when does has have \
        to an at since until or not more less now there this that it";
    let occurs = |words: &str, token: &Token| {
        words
            .split_whitespace()
            .any(|word| super::token::fold(word) == token.word)
    };
    let english = tokens.iter().filter(|token| occurs(ENGLISH, token)).count();
    // Words of the dictionary count too ("Schnellste Zeit pro Nation"), but each word only once: English has words like "plus" as well.
    let known = |language: &Language| {
        let words = language
            .words
            .split(';')
            .filter_map(|entry| entry.trim().split_once('='));
        // Words that English shares, such as "region", and short ones do not tell languages apart.
        let own: std::collections::HashSet<&str> = words
            .filter(|(from, to)| from != to && from.len() > 3)
            .map(|(from, _)| from)
            .collect();
        tokens
            .iter()
            .filter(|token| {
                occurs(language.marks, token)
                    || own.contains(token.word.as_str())
                    || (!concepts::is_known(&token.stem)
                        && concepts::translate(&token.word, language.code).is_some())
            })
            .count()
    };
    // `max_by_key` keeps the last of equals, so German goes before French before Spanish.
    let best = [&GERMAN, &FRENCH, &SPANISH]
        .into_iter()
        .rev()
        .max_by_key(|language| known(language))?;
    let found = known(best);
    // A single foreign word may be a name in the table.
    (found > english && found >= 2).then_some(best)
}
