import { HowItWorks } from '../../../features/landing/below/HowItWorks'
import { ProofSection } from '../../../features/landing/below/ProofSection'
import { InstallHint } from './InstallHint'

/** What is below the first view. */
export default function BelowPage() {
  return (
    <>
      <HowItWorks />
      <ProofSection />
      <InstallHint />
    </>
  )
}
