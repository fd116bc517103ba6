import type { ReactNode } from 'react'
import { LimitsPage } from '../features/people/LimitsPage'
import { verifyLink } from './verifyLink'

/** The customer's level and limits, with links to the next steps. */
export default function OwnLimits({ back }: { back: ReactNode }) {
  return <LimitsPage back={back} verify={verifyLink} />
}
