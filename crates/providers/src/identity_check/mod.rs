//! Who looks at documents: in a sandbox the person's family name decides, elsewhere an operator.

mod sandbox;

pub use sandbox::SandboxCheck;
