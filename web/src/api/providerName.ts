import type { ProviderName } from './signIn'

/** Company names are not translated. */
export const providerName = (provider: ProviderName): string => (provider === 'google' ? 'Google' : 'Apple')

export const isProvider = (word: unknown): word is ProviderName => word === 'google' || word === 'apple'
