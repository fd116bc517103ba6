import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ABOUT_YOU } from '../features/people/PersonalDetails'
import type { VerificationInfo } from '../features/people/queries'

export const DETAILS_LINK = '-my-2 inline-flex min-h-11 items-center font-semibold text-brand'

/** The page of each verification. The form of the personal details completes the declared address. */
const VERIFY: Record<string, Pick<LinkProps, 'to' | 'params'> & { hash?: string }> = {
  DECLARED_ADDRESS: { to: '/profile/personal-details', hash: ABOUT_YOU },
  PHONE: { to: '/profile/personal-details/phone-edit' },
  IDENTITY: { to: '/profile/personal-details/identity' },
  ADDRESS: { to: '/profile/personal-details/address' },
  SOURCE_OF_FUNDS: { to: '/profile/verification/$', params: { _splat: 'source-of-funds' } },
}

/** Wraps words in a link to a verification. Returns `null` for one without a page. */
export function verifyLink(kind: VerificationInfo['kind'], words: ReactNode): ReactNode {
  const place = VERIFY[kind]
  return place ? (
    // A link to a form on the same page also focuses it.
    <Link {...place} className={DETAILS_LINK} onClick={() => document.getElementById(place.hash ?? '')?.focus()}>
      {words}
    </Link>
  ) : null
}
