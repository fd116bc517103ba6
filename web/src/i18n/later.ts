/**
 * Features whose words are in a catalogue of their own, so that the first page need not wait for them. Each is used by routes
 * alone, and those fetch it: `loader: laterWords`.
 */
export const LATER = ['account', 'liabilities', 'people', 'receipt', 'security']
