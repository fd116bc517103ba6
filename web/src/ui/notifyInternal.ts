import { show } from './toast'

/**
 * Says what the app did by itself, such as ignoring something from outside, for one second (specification, section 8).
 * Apart from `notify`, because only few hosts need it.
 */
export const notifyInternal = (text: string): void => show('plain', text, 1000)
