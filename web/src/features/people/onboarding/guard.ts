import type { QueryClient } from '@tanstack/react-query'
import { userQuery, verificationsQuery } from '../queries'
import type { OnboardingFacts } from './steps'

/** What the guards of these pages know, as fresh as every page wants it. */
export async function onboardingFacts(queries: QueryClient): Promise<OnboardingFacts> {
  const [user, verifications] = await Promise.all([
    queries.fetchQuery(userQuery),
    queries.fetchQuery(verificationsQuery),
  ])
  return { user, verifications }
}
