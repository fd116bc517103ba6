import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { onboardingFacts } from '../features/people/onboarding/guard'
import { hasPurpose, onboardingPlace, stateOf } from '../features/people/onboarding/steps'
import { laterWords } from '../i18n/load'

/** Sends whom a page of onboarding has nothing to ask of to the page of progress. */
export async function requirePurpose(queries: QueryClient, rest: string): Promise<void> {
  const place = onboardingPlace(rest)
  if (!place) throw notFound()
  await laterWords()
  if (hasPurpose(place.page, await onboardingFacts(queries))) return
  const progress = [place.type, 'progress'].filter(Boolean).join('/')
  throw redirect({ to: '/onboarding/$', params: { _splat: progress }, replace: true })
}

/** Whose phone is verified changes it among the personal details; the other pages beside it are for everybody. */
export async function requireOpenPhone(queries: QueryClient, rest: string): Promise<void> {
  if (rest === 'email-messenger' || rest === 'source-of-funds') return
  if (!/^phone(\/\w+)?$/.test(rest)) throw notFound()
  if (stateOf('phone', await onboardingFacts(queries)) === 'done')
    throw redirect({ to: '/profile/personal-details', replace: true })
}
