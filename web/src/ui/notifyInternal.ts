import { show } from './toast'

/**
 * Shows for one second what the app did on its own, such as ignoring invalid input (specification, "The error catalogue").
 * Apart from `notify`, because only few hosts need it.
 */
export const notifyInternal = (text: string): void => show('plain', text, 1000)
