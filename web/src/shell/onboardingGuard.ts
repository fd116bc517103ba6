import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { onboardingFacts } from '../features/people/onboarding/guard'
import { hasPurpose, onboardingPlace, stateOf } from '../features/people/onboarding/steps'
import { laterWords } from '../i18n/load'

/** Redirects to the progress page if an onboarding page has nothing to do. */
export async function requirePurpose(queries: QueryClient, rest: string): Promise<void> {
  const place = onboardingPlace(rest)
  if (!place) throw notFound()
  await laterWords()
  if (hasPurpose(place.page, await onboardingFacts(queries))) return
  const progress = [place.type, 'progress'].filter(Boolean).join('/')
  throw redirect({ to: '/onboarding/$', params: { _splat: progress }, replace: true })
}

/** A customer with a verified phone changes it in the personal details. The other pages are open to all customers. */
export async function requireOpenPhone(queries: QueryClient, rest: string): Promise<void> {
  if (rest === 'email-messenger' || rest === 'source-of-funds') return
  if (!/^phone(\/\w+)?$/.test(rest)) throw notFound()
  if (stateOf('phone', await onboardingFacts(queries)) === 'done')
    throw redirect({ to: '/profile/personal-details', replace: true })
}
