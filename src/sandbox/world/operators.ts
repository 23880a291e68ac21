/** A city where an operator's SIMs are seen. */
export interface City {
  readonly code: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A mobile network operator that SIMs visit. */
export interface Operator {
  readonly id: string;
  readonly name: string;
  readonly region: Region;
  /** Mobile country code and mobile network code. */
  readonly mcc: number;
  readonly mnc: number;
  /** Telephone country code. */
  readonly countryCode: string;
  readonly cities: readonly City[];
}

export type Region = 'europe' | 'northAmerica' | 'southAmerica' | 'asia' | 'pacific' | 'africa';

type Row = readonly [
  region: Region,
  name: string,
  mcc: number,
  mnc: number,
  countryCode: string,
  ...cities: (readonly [code: string, name: string, latitude: number, longitude: number])[],
];

// prettier-ignore
const rows: readonly Row[] = [
  ['europe', 'Telekom DE', 262, 1, '49', ['MUC', 'Munich', 48.137, 11.575], ['BER', 'Berlin', 52.52, 13.405], ['HAM', 'Hamburg', 53.551, 9.994]],
  ['europe', 'Vodafone DE', 262, 2, '49', ['CGN', 'Cologne', 50.938, 6.96], ['FRA', 'Frankfurt', 50.111, 8.682]],
  ['europe', 'Swisscom', 228, 1, '41', ['ZRH', 'Zurich', 47.377, 8.541], ['GVA', 'Geneva', 46.204, 6.143], ['BRN', 'Bern', 46.948, 7.447]],
  ['europe', 'A1 Telekom', 232, 1, '43', ['VIE', 'Vienna', 48.208, 16.373], ['GRZ', 'Graz', 47.071, 15.438]],
  ['europe', 'Orange France', 208, 1, '33', ['PAR', 'Paris', 48.857, 2.352], ['LYS', 'Lyon', 45.764, 4.836]],
  ['europe', 'SFR', 208, 10, '33', ['MRS', 'Marseille', 43.296, 5.37], ['LIL', 'Lille', 50.629, 3.057]],
  ['europe', 'Vodafone UK', 234, 15, '44', ['LON', 'London', 51.507, -0.128], ['MAN', 'Manchester', 53.483, -2.244]],
  ['europe', 'EE', 234, 30, '44', ['BHX', 'Birmingham', 52.486, -1.89], ['GLA', 'Glasgow', 55.864, -4.252]],
  ['europe', 'KPN', 204, 8, '31', ['AMS', 'Amsterdam', 52.368, 4.904], ['RTM', 'Rotterdam', 51.924, 4.478]],
  ['europe', 'Proximus', 206, 1, '32', ['BRU', 'Brussels', 50.85, 4.352], ['ANR', 'Antwerp', 51.219, 4.402]],
  ['europe', 'TIM', 222, 1, '39', ['MIL', 'Milan', 45.464, 9.19], ['ROM', 'Rome', 41.903, 12.496]],
  ['europe', 'Movistar ES', 214, 7, '34', ['MAD', 'Madrid', 40.417, -3.704], ['BCN', 'Barcelona', 41.385, 2.173]],
  ['europe', 'MEO', 268, 6, '351', ['LIS', 'Lisbon', 38.722, -9.139], ['OPO', 'Porto', 41.158, -8.629]],
  ['europe', 'Telia SE', 240, 1, '46', ['STO', 'Stockholm', 59.329, 18.069], ['GOT', 'Gothenburg', 57.709, 11.975]],
  ['europe', 'Telenor NO', 242, 1, '47', ['OSL', 'Oslo', 59.914, 10.752], ['BGO', 'Bergen', 60.393, 5.324]],
  ['europe', 'Orange Polska', 260, 3, '48', ['WAW', 'Warsaw', 52.23, 21.012], ['KRK', 'Krakow', 50.065, 19.945]],
  ['europe', 'O2 CZ', 230, 2, '420', ['PRG', 'Prague', 50.076, 14.438], ['BRQ', 'Brno', 49.195, 16.607]],
  ['europe', 'Turkcell', 286, 1, '90', ['IST', 'Istanbul', 41.008, 28.978], ['ANK', 'Ankara', 39.934, 32.86]],
  ['northAmerica', 'AT&T', 310, 410, '1', ['DFW', 'Dallas', 32.777, -96.797], ['ATL', 'Atlanta', 33.749, -84.388], ['LAX', 'Los Angeles', 34.052, -118.244]],
  ['northAmerica', 'T-Mobile US', 310, 260, '1', ['SEA', 'Seattle', 47.606, -122.332], ['CHI', 'Chicago', 41.878, -87.63], ['NYC', 'New York', 40.713, -74.006]],
  ['northAmerica', 'Rogers', 302, 720, '1', ['YTO', 'Toronto', 43.653, -79.383], ['YVR', 'Vancouver', 49.283, -123.121]],
  ['northAmerica', 'Telcel', 334, 20, '52', ['MEX', 'Mexico City', 19.433, -99.133], ['GDL', 'Guadalajara', 20.66, -103.35]],
  ['southAmerica', 'Vivo', 724, 6, '55', ['SAO', 'Sao Paulo', -23.551, -46.633], ['RIO', 'Rio de Janeiro', -22.907, -43.173]],
  ['southAmerica', 'Movistar AR', 722, 7, '54', ['BUE', 'Buenos Aires', -34.604, -58.382], ['COR', 'Cordoba', -31.42, -64.189]],
  ['southAmerica', 'Entel Chile', 730, 1, '56', ['SCL', 'Santiago', -33.449, -70.669], ['ANF', 'Antofagasta', -23.65, -70.4]],
  ['asia', 'NTT Docomo', 440, 10, '81', ['TYO', 'Tokyo', 35.676, 139.65], ['OSA', 'Osaka', 34.694, 135.502]],
  ['asia', 'SK Telecom', 450, 5, '82', ['SEL', 'Seoul', 37.567, 126.978], ['PUS', 'Busan', 35.18, 129.076]],
  ['asia', 'Singtel', 525, 1, '65', ['SIN', 'Singapore', 1.352, 103.82]],
  ['asia', 'Airtel', 404, 45, '91', ['BLR', 'Bengaluru', 12.972, 77.595], ['DEL', 'Delhi', 28.614, 77.209]],
  ['asia', 'AIS', 520, 3, '66', ['BKK', 'Bangkok', 13.756, 100.502]],
  ['asia', 'Etisalat', 424, 2, '971', ['DXB', 'Dubai', 25.205, 55.271], ['AUH', 'Abu Dhabi', 24.454, 54.377]],
  ['pacific', 'Telstra', 505, 1, '61', ['SYD', 'Sydney', -33.869, 151.209], ['MEL', 'Melbourne', -37.814, 144.963]],
  ['pacific', 'Spark NZ', 530, 5, '64', ['AKL', 'Auckland', -36.848, 174.763]],
  ['africa', 'Vodacom', 655, 1, '27', ['JNB', 'Johannesburg', -26.204, 28.047], ['CPT', 'Cape Town', -33.925, 18.424]],
  ['africa', 'Safaricom', 639, 2, '254', ['NBO', 'Nairobi', -1.292, 36.822]],
  ['africa', 'Maroc Telecom', 604, 1, '212', ['CAS', 'Casablanca', 33.573, -7.59]],
];

/** Operators all over the world, with the cities where their SIMs are seen. */
export const operators: readonly Operator[] = rows.map(
  ([region, name, mcc, mnc, countryCode, ...cities], index) => ({
    id: `MNOId_${(4096 + index * 37).toString(16)}`,
    name,
    region,
    mcc,
    mnc,
    countryCode,
    cities: cities.map(([code, city, latitude, longitude]) => ({
      code,
      name: city,
      latitude,
      longitude,
    })),
  }),
);
