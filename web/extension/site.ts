/** The address of the site, without a slash at its end; the build puts it in. */
declare const PORTOLAN_SITE: string;

export const site: string = PORTOLAN_SITE;
