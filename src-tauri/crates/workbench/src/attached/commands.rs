//! What a page does with attached programs.

use super::lines::variables;
use super::program::{Program, first_settings};
use super::{AttachError, Attached, faults};
use crate::Workbench;
use crate::contract::{
    AttachProgram, AttachedNow, AttachedProgram, ChangeProgram, CommandError, NamedProgram, Nothing,
    ProgramId, ProgramSettings, ProgramVariable, SetReceiver, Upstreams,
};
use crate::locking::lock;
use ring::rand::{SecureRandom, SystemRandom};
use std::sync::Arc;

/// Bytes of the secret in an address.
const SECRET_BYTES: usize = 24;

impl Workbench {
    pub async fn attached_list(&self, _: Nothing) -> Result<AttachedNow, CommandError> {
        Ok(self.served()?.now())
    }

    pub async fn receiver_set(&self, args: SetReceiver) -> Result<AttachedNow, CommandError> {
        let attached = self.served()?;
        let set = match args.port {
            Some(port) => attached.receive(port).await,
            None => attached.receive_no_more(),
        };
        set?;
        Ok(attached.now())
    }

    pub async fn program_attach(&self, args: AttachProgram) -> Result<AttachedProgram, CommandError> {
        let attached = self.served()?;
        let program = Arc::new(self.fresh(args)?);
        let address = attached.listen().await?;
        let added = Arc::clone(&program);
        attached.change(|programs| programs.push(added))?;
        Ok(program.standing(Some(address)))
    }

    pub async fn program_join(&self, args: AttachProgram) -> Result<AttachedProgram, CommandError> {
        let attached = self.served()?;
        let mut program = Arc::new(self.fresh(args)?.for_commands());
        let address = attached.listen().await?;
        // In one go, so that two commands don't attach it twice, and none joins what another leaves.
        attached.change(|programs| {
            match programs.iter().find(|known| known.title() == program.title()) {
                Some(known) => program = Arc::clone(known),
                None => programs.push(Arc::clone(&program)),
            }
            program.join();
        })?;
        Ok(program.standing(Some(address)))
    }

    pub async fn program_leave(&self, args: NamedProgram) -> Result<Nothing, CommandError> {
        let attached = self.served()?;
        let mut is_last = false;
        attached.change(|programs| {
            programs.retain(|program| {
                let is_over = program.id == args.program && program.leave();
                is_last |= is_over;
                !is_over
            });
        })?;
        if is_last { self.let_go_of(&attached, &args.program).await } else { Ok(Nothing {}) }
    }

    pub async fn program_change(&self, args: ChangeProgram) -> Result<AttachedProgram, CommandError> {
        let attached = self.served()?;
        let ChangeProgram { program, title, settings } = args;
        let title = checked(&title, &settings)?;
        let found = attached.program(&program)?;
        let before = found.named();
        found.change(title, settings);
        if let Err(error) = attached.change(|_| {}) {
            found.change(before.0, before.1);
            return Err(error.into());
        }
        Ok(found.standing(lock(&attached.state).address))
    }

    pub async fn program_detach(&self, args: NamedProgram) -> Result<Nothing, CommandError> {
        let attached = self.served()?;
        let found = attached.program(&args.program)?;
        attached.change(|programs| programs.retain(|program| program.id != found.id))?;
        self.let_go_of(&attached, &found.id).await
    }

    /// Ends the conversations of a program that has no address any more.
    async fn let_go_of(&self, attached: &Attached, program: &ProgramId) -> Result<Nothing, CommandError> {
        let (turns, functions) = (self.turns()?, self.functions()?);
        for conversation in attached.let_go_of(program) {
            // Letting go forgets the turn.
            let turn = conversation.turn();
            conversation.let_go();
            if let Some(turn) = turn {
                turns.reach(&turn, invocation::TurnInput::Stop).await?;
                turns.live.ended(&turn).await;
            }
            functions.runs_itself(&conversation.session);
        }
        Ok(Nothing {})
    }

    pub async fn program_variables(&self, args: NamedProgram) -> Result<Vec<ProgramVariable>, CommandError> {
        let attached = self.served()?;
        let found = attached.program(&args.program)?;
        let address = attached.listen().await?;
        Ok(variables(address, &found.secret))
    }

    /// A program with an address of its own, not yet in the list.
    fn fresh(&self, args: AttachProgram) -> Result<Program, AttachError> {
        let AttachProgram { title, upstreams } = args;
        let settings = first_settings(upstreams);
        let title = checked(&title, &settings)?;
        let id = ProgramId::new(self.ids().session().to_string());
        Ok(Program::new(id, fresh_secret()?, title, settings))
    }

    /// The attached programs, with the gateway ready to answer.
    fn served(&self) -> Result<Arc<Attached>, CommandError> {
        let attached = self.attached()?;
        attached.serve(&self.turns()?);
        Ok(attached)
    }
}

fn checked(title: &str, settings: &ProgramSettings) -> Result<String, AttachError> {
    let title = title.trim();
    if title.is_empty() {
        return Err(AttachError::NoTitle);
    }
    let Upstreams { openai, anthropic, gemini } = &settings.upstreams;
    for address in [openai, anthropic, gemini].into_iter().flatten() {
        let is_web = url::Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
        if !is_web {
            let address = redaction::without_passwords(address).into_owned();
            return Err(AttachError::NotAnAddress { address });
        }
    }
    faults::check(settings)?;
    Ok(title.chars().take(80).collect())
}

pub(super) fn fresh_secret() -> Result<String, AttachError> {
    let mut bytes = [0; SECRET_BYTES];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| AttachError::NoSecret)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Attached {
    fn now(&self) -> AttachedNow {
        let state = lock(&self.state);
        AttachedNow {
            version: state.version,
            programs: state.programs.iter().map(|program| program.standing(state.address)).collect(),
            problem: state.problem.clone(),
            receiver: state.receiver.as_ref().map(|receiver| receiver.standing()),
        }
    }

    /// Forgets the conversations of a program, and gives them back.
    fn let_go_of(&self, program: &ProgramId) -> Vec<Arc<super::Conversation>> {
        let mut state = lock(&self.state);
        let gone: Vec<_> =
            state.conversations.values().filter(|found| found.program.id == *program).cloned().collect();
        state.conversations.retain(|_, found| found.program.id != *program);
        gone
    }
}
