const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** The default name of a new passkey, from the browser's description of the device. */
export const deviceName = (agent: string) => SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
