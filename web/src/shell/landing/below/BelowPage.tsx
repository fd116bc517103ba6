import { HowItWorks } from '../../../features/landing/below/HowItWorks'
import { ProofSection } from '../../../features/landing/below/ProofSection'
import { useNavigate } from '@tanstack/react-router'
import Banners from '../../../features/banners/Banners'
import { InstallHint } from './InstallHint'

/** What is below the first view. */
export default function BelowPage() {
  const navigate = useNavigate()
  return (
    <>
      <Banners place="landing" onFollow={(href) => void navigate({ href })} />
      <HowItWorks />
      <ProofSection />
      <InstallHint />
    </>
  )
}
