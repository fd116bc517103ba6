const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** What a new passkey is called until its owner says otherwise: what the device says it is. */
export const deviceName = (agent: string) => SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
