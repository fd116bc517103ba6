import type { ProviderName } from './signIn'

/** Names of companies stand as they are in every language. */
export const providerName = (provider: ProviderName): string => (provider === 'google' ? 'Google' : 'Apple')

export const isProvider = (word: unknown): word is ProviderName => word === 'google' || word === 'apple'
