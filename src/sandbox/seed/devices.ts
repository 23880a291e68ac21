/** A device model: its type allocation code (TAC, the first eight digits of an IMEI) and a name. */
export interface DeviceModel {
  readonly tac: string;
  readonly name: string;
}

/** Invented models with codes of the usual form. Two of them differ only in the last digit of the TAC. */
export const deviceModels = {
  telematics: { tac: '35684610', name: 'Telematics unit T4' },
  telematicsOld: { tac: '35684611', name: 'Telematics unit T3' },
  tracker: { tac: '86723905', name: 'Asset tracker AT2' },
  electricityMeter: { tac: '86411204', name: 'Electricity meter modem EM1' },
  waterMeter: { tac: '86832605', name: 'Water meter modem WM1' },
  paymentTerminal: { tac: '35290411', name: 'Payment terminal P400' },
  paymentTerminalMobile: { tac: '35938208', name: 'Mobile payment terminal P90' },
  scooter: { tac: '86056704', name: 'Scooter controller SC7' },
  elevatorPhone: { tac: '35171609', name: 'Elevator phone EP2' },
  camera: { tac: '86990304', name: 'Camera router CR5' },
  industrialRouter: { tac: '35507307', name: 'Industrial router IR8' },
  handset: { tac: '01580400', name: 'Test handset' },
} as const satisfies Record<string, DeviceModel>;
export type DeviceName = keyof typeof deviceModels;
