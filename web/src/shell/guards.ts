/**
 * Guards of several pages, loaded on demand. Imported from here only, because each dynamic import lists its files in
 * the start-up script.
 */
export const verifyGuard = () => import('./verifyGuard')
export const onboardingGuard = () => import('./onboardingGuard')
