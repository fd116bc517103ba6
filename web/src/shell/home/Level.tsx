import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { components } from '../../api/schema.gen'
import LevelCard from '../../features/people/LevelCard'
import { smallButtonClass } from '../../ui/Button'

type Step = components['schemas']['VerificationStep']

/** The page of each step. */
const PLACE: Record<Step, Pick<LinkProps, 'to' | 'params'>> = {
  personal_data: { to: '/profile/personal-details' },
  declared_address: { to: '/profile/personal-details' },
  phone: { to: '/profile/personal-details/phone-edit' },
  identity: { to: '/profile/personal-details/identity' },
  address: { to: '/profile/personal-details/address' },
  source_of_funds: { to: '/profile/verification/$', params: { _splat: 'source-of-funds' } },
}

const start = (step: Step, words: ReactNode) => (
  <Link {...PLACE[step]} className={smallButtonClass('quiet', 'shrink-0')}>
    {words}
  </Link>
)

/** The way to the next limits, on the home page. */
export default function HomeLevel() {
  return <LevelCard start={start} />
}
