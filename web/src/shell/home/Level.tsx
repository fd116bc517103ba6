import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { components } from '../../api/schema.gen'
import LevelCard from '../../features/people/LevelCard'
import { lazyPart } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
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

// What operators announce. Most tenants have nothing, and the page does not wait for it.
const Banners = lazyPart(() => import('../../features/banners/Banners'), seldomWords)
const Slides = lazyPart(() => import('../../features/banners/Slides'), seldomWords)

/** What is announced, and the way to the next limits, on the home page. */
export default function HomeLevel() {
  const navigate = useNavigate()
  const follow = (href: string) => void navigate({ href })
  return (
    <>
      <Suspense fallback={null}>
        <Banners place="home" onFollow={follow} />
        <Slides onFollow={follow} />
      </Suspense>
      <LevelCard start={start} />
    </>
  )
}
