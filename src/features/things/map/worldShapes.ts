import { feature, mesh } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';

/** The land of the Earth, at a scale of 1:110 million. */
export const land = feature(world, world.objects.land);

/** The lines between countries, each once. */
export const borders = mesh(world, world.objects.countries, (a, b) => a !== b);
