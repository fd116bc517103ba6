/** Guards of more than one page, fetched with the first of them: each place that fetches lists all its files in the start-up script. */
export const verifyGuard = () => import('./verifyGuard')
export const onboardingGuard = () => import('./onboardingGuard')
