//! Values and places that go by several words.

/// Places with the names, adjectives and codes they go by.
const PLACES: &str = "usa,us,u.s.,united states,united states of america,america,american,americans;\
    uk,united kingdom,britain,great britain,british,gb,gbr;england,english;scotland,scottish;wales,welsh;ireland,irish,irl,ie;\
    europe,european,europeans,eu;asia,asian;africa,african;japan,japanese,jp,jpn;china,chinese,cn,chn;\
    germany,german,germans,deu,ger,de;france,french,fra,fr;italy,italian,ita,it;spain,spanish,esp,es;portugal,portuguese,prt,pt;netherlands,dutch,holland,nld,nl;\
    belgium,belgian,bel,be;switzerland,swiss,che,ch;austria,austrian,aut,at;sweden,swedish,swe,se;norway,norwegian,nor,no;denmark,danish,dnk,dk;\
    finland,finnish,fin,fi;poland,polish,pol,pl;russia,russian,rus,ru;ukraine,ukrainian,ukr,ua;greece,greek,grc,gr;turkey,turkish,tur,tr;india,indian,ind;\
    south korea,korea,korean,kor,kr,korea rep.;australia,australian,aus,au;new zealand,kiwi,nzl,nz;canada,canadian,can;mexico,mexican,mex,mx;brazil,brazilian,bra,br;\
    argentina,argentinian,argentine,arg;chile,chilean,chl;colombia,colombian,col;egypt,egyptian,egy,eg;nigeria,nigerian,nga,ng;kenya,kenyan,ken,ke;south africa,south african,zaf,za;\
    israel,israeli,isr;hungary,hungarian,hun,hu;czech republic,czech,czechia,cze,cz;romania,romanian,rou,ro;thailand,thai,tha,th;vietnam,vietnamese,vnm,vn;\
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
