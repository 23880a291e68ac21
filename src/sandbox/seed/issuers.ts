/** A network that gives out SIM cards: what its ICCIDs, IMSIs and MSISDNs begin with. */
export interface Issuer {
  /** Issuer identification number: 89, country code, issuer (ITU-T E.118). */
  readonly iin: string;
  /** Digits of the whole ICCID, check digit included. */
  readonly iccidLength: 19 | 20;
  /** Mobile country code and mobile network code, the start of the IMSI. */
  readonly plmn: string;
  /** Country code and number range, the start of the MSISDN. */
  readonly msisdn: string;
  readonly msisdnLength: number;
}

export const issuers = {
  global: { iin: '89882280', iccidLength: 19, plmn: '90128', msisdn: '88228', msisdnLength: 15 },
  germany: { iin: '894901', iccidLength: 20, plmn: '26201', msisdn: '49151', msisdnLength: 13 },
  switzerland: { iin: '894101', iccidLength: 20, plmn: '22801', msisdn: '4179', msisdnLength: 11 },
  unitedKingdom: {
    iin: '894410',
    iccidLength: 19,
    plmn: '23415',
    msisdn: '4477',
    msisdnLength: 12,
  },
  unitedStates: {
    iin: '890141',
    iccidLength: 20,
    plmn: '310410',
    msisdn: '1213',
    msisdnLength: 11,
  },
} as const satisfies Record<string, Issuer>;
