import type { ThingsGroupRecord } from '#api/groups.ts';

import { messages } from '../messages.ts';

const { columns: labels } = messages;

/** The counts and sums of a group; the API document 2.3 gives them neither unit nor period. */
export const measures = [
  { id: 'total', label: labels.total },
  { id: 'Active', label: labels.active },
  { id: 'Alarm', label: labels.alarm },
  { id: 'Data', label: labels.data },
  { id: 'SMS', label: labels.sms },
  { id: 'Voice', label: labels.voice },
] as const;

export type Measure = (typeof measures)[number];
export type MeasureId = Measure['id'];

/** A measure over several groups. */
export interface MeasureSummary {
  /** Sum of what is reported; undefined where no group reports it. */
  readonly sum: number | undefined;
  /** Groups that do not report it. */
  readonly missing: number;
  readonly greatest: number;
}

export type MeasureSummaries = Readonly<Record<MeasureId, MeasureSummary>>;

export function summarize(groups: readonly ThingsGroupRecord[]): MeasureSummaries {
  const of = (id: MeasureId): MeasureSummary => {
    let sum = 0;
    let missing = 0;
    let greatest = 0;
    for (const { [id]: value } of groups) {
      if (value === undefined) missing++;
      else {
        sum += value;
        greatest = Math.max(greatest, value);
      }
    }
    return { sum: missing === groups.length ? undefined : sum, missing, greatest };
  };
  return {
    total: of('total'),
    Active: of('Active'),
    Alarm: of('Alarm'),
    Data: of('Data'),
    SMS: of('SMS'),
    Voice: of('Voice'),
  };
}

/** How a value compares with the greatest of its measure: 0 to 1, and nothing below zero. */
export function shareOf(value: number | undefined, { greatest }: MeasureSummary): number {
  return value === undefined || value <= 0 || greatest <= 0 ? 0 : value / greatest;
}
