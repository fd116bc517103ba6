import type { QueryClient } from '@tanstack/react-query'
import { userQuery, verificationsQuery } from '../queries'
import type { OnboardingFacts } from './steps'

/** The facts for the guards of these pages, fresh or fetched. */
export async function onboardingFacts(queries: QueryClient): Promise<OnboardingFacts> {
  const [user, verifications] = await Promise.all([
    queries.fetchQuery(userQuery),
    queries.fetchQuery(verificationsQuery),
  ])
  return { user, verifications }
}
