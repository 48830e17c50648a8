//! Values and places that go by several words.

/// Places with the names, adjectives and codes they go by.
const PLACES: &str = "usa,us,u.s.,united states,united states of america,america,american,americans;\
    uk,united kingdom,britain,great britain,british,gb,gbr;england,english;scotland,scottish;wales,welsh;ireland,irish;\
    europe,european,europeans,eu;asia,asian;africa,african;japan,japanese,jp,jpn;china,chinese,cn,chn;\
    germany,german,germans,deu,ger;france,french,fra;italy,italian,ita;spain,spanish,esp;portugal,portuguese,prt;netherlands,dutch,holland,nld;\
    belgium,belgian,bel;switzerland,swiss,che;austria,austrian,aut;sweden,swedish,swe;norway,norwegian,nor;denmark,danish,dnk;\
    finland,finnish,fin;poland,polish,pol;russia,russian,rus;ukraine,ukrainian;greece,greek,grc;turkey,turkish,tur;india,indian,ind;\
    south korea,korea,korean,kor,korea rep.;australia,australian,aus;new zealand,kiwi,nzl;canada,canadian,can;mexico,mexican,mex;brazil,brazilian,bra;\
    argentina,argentinian,argentine,arg;chile,chilean,chl;colombia,colombian,col;egypt,egyptian,egy;nigeria,nigerian;kenya,kenyan;south africa,south african,zaf;\
    israel,israeli,isr;hungary,hungarian,hun;czech republic,czech,czechia,cze;romania,romanian,rou;thailand,thai,tha;vietnam,vietnamese,vnm;\
    california,ca;texas,tx;florida,fl;new york,ny;illinois,il;washington,wa;ohio,oh;georgia,ga;michigan,mi;pennsylvania,pa;massachusetts,ma;arizona,az;\
    colorado,co;nevada,nv;hawaii,hi;alaska,ak;new jersey,nj;virginia,va;north carolina,nc;south carolina,sc;tennessee,tn;missouri,mo;wisconsin,wi;minnesota,mn;\
    louisiana,la;alabama,al;kentucky,ky;oregon,or;oklahoma,ok;connecticut,ct;iowa,ia;mississippi,ms;arkansas,ar;kansas,ks;utah,ut;nebraska,ne;new mexico,nm;\
    west virginia,wv;idaho,id;maine,me;new hampshire,nh;rhode island,ri;montana,mt;delaware,de;south dakota,sd;north dakota,nd;vermont,vt;wyoming,wy";

/// Values that people name by other words.
const VALUE_WORDS: &str = "f,female,females,woman,women,girl,girls;m,male,males,man,men,boy,boys;\
    yes,true,t,y;no,false,n;none,nothing,n/a;automatic,auto;manual,hand;night,nighttime,nights;day,daytime;\
    lunch,lunchtime,noon;dinner,evening,dinnertime,supper";

/// Returns the groups of words for the same value.
pub fn value_groups() -> impl Iterator<Item = Vec<&'static str>> {
    VALUE_WORDS
        .split(';')
        .chain(PLACES.split(';'))
        .map(|group| group.trim().split(',').collect())
}
