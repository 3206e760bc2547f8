//! What a page does with attached programs.

use super::lines::{lines, variables};
use super::program::{Program, Standing, first_settings};
use super::{AttachError, Attached, faults};
use crate::Workbench;
use crate::contract::{
    AttachProgram, AttachedNow, AttachedProgram, ChangeProgram, CommandError, NamedProgram, Nothing,
    ProgramId, ProgramSettings, ProgramVariable, SetReceiver, Upstreams,
};
use crate::parts::Parts;
use ring::rand::{SecureRandom, SystemRandom};
use std::sync::Arc;

/// Bytes of the secret in an address.
const SECRET_BYTES: usize = 24;

impl Workbench {
    pub async fn attached_list(&self, _: Nothing) -> Result<AttachedNow, CommandError> {
        Ok(self.served()?.attached.now())
    }

    pub async fn receiver_set(&self, args: SetReceiver) -> Result<AttachedNow, CommandError> {
        let attached = Arc::clone(&self.served()?.attached);
        let set = match args.port {
            Some(port) => attached.receive(port).await,
            None => attached.receive_no_more(),
        };
        set.map_err(|error| CommandError::of(&error))?;
        Ok(attached.now())
    }

    pub async fn program_attach(&self, args: AttachProgram) -> Result<AttachedProgram, CommandError> {
        let parts = self.served()?;
        let AttachProgram { title, upstreams } = args;
        let settings = first_settings(upstreams);
        let title = checked(&title, &settings)?;
        let address = parts.attached.listen().await.map_err(|error| CommandError::of(&error))?;
        let id = ProgramId::new(parts.ids.session().to_string());
        let secret = fresh_secret().map_err(|error| CommandError::of(&error))?;
        let program = Arc::new(Program::new(id, secret, title, settings));
        let added = Arc::clone(&program);
        parts.attached.change(|programs| programs.push(added)).map_err(|error| CommandError::of(&error))?;
        Ok(shown(&program, Some(address)))
    }

    pub async fn program_change(&self, args: ChangeProgram) -> Result<AttachedProgram, CommandError> {
        let parts = self.served()?;
        let ChangeProgram { program, title, settings } = args;
        let title = checked(&title, &settings)?;
        let found = parts.attached.program(&program).map_err(|error| CommandError::of(&error))?;
        let before = found.named();
        found.change(title, settings);
        if let Err(error) = parts.attached.change(|_| {}) {
            found.change(before.0, before.1);
            return Err(CommandError::of(&error));
        }
        Ok(shown(&found, parts.attached.state().address))
    }

    pub async fn program_detach(&self, args: NamedProgram) -> Result<Nothing, CommandError> {
        let parts = self.served()?;
        let found = parts.attached.program(&args.program).map_err(|error| CommandError::of(&error))?;
        parts
            .attached
            .change(|programs| programs.retain(|program| program.id != found.id))
            .map_err(|error| CommandError::of(&error))?;
        for conversation in parts.attached.let_go_of(&found.id) {
            // Letting go forgets the turn.
            let turn = conversation.turn();
            conversation.let_go();
            if let Some(turn) = turn {
                self.turns().reach(&parts, &turn, invocation::TurnInput::Stop).await?;
                self.turns().ended(&turn).await;
            }
            parts.runs_itself(&conversation.session);
        }
        Ok(Nothing {})
    }

    pub async fn program_variables(&self, args: NamedProgram) -> Result<Vec<ProgramVariable>, CommandError> {
        let parts = self.served()?;
        let found = parts.attached.program(&args.program).map_err(|error| CommandError::of(&error))?;
        let address = parts.attached.listen().await.map_err(|error| CommandError::of(&error))?;
        Ok(variables(address, &found.secret))
    }

    /// The parts, with the gateway ready to answer.
    fn served(&self) -> Result<Arc<Parts>, CommandError> {
        let parts = self.parts()?;
        parts.attached.serve(Arc::downgrade(&parts), Arc::clone(self.turns()));
        Ok(parts)
    }
}

fn checked(title: &str, settings: &ProgramSettings) -> Result<String, CommandError> {
    let refuse = |error: AttachError| Err(CommandError::of(&error));
    let title = title.trim();
    if title.is_empty() {
        return refuse(AttachError::NoTitle);
    }
    let Upstreams { openai, anthropic, gemini } = &settings.upstreams;
    for address in [openai, anthropic, gemini].into_iter().flatten() {
        let is_web = url::Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
        if !is_web {
            return refuse(AttachError::NotAnAddress {
                address: redaction::without_passwords(address).into_owned(),
            });
        }
    }
    if let Err(error) = faults::check(settings) {
        return refuse(error);
    }
    Ok(title.chars().take(80).collect())
}

pub(super) fn fresh_secret() -> Result<String, AttachError> {
    let mut bytes = [0; SECRET_BYTES];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| AttachError::NoSecret)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn shown(program: &Program, address: Option<std::net::SocketAddr>) -> AttachedProgram {
    let Standing { title, settings, requests, sessions, last, client, held, problems } = program.standing();
    AttachedProgram {
        id: program.id.clone(),
        title,
        lines: address.map(|address| lines(address, &program.secret)).unwrap_or_default(),
        settings,
        requests,
        sessions,
        last,
        client,
        held,
        problems,
    }
}

impl Attached {
    fn now(&self) -> AttachedNow {
        let state = self.state();
        AttachedNow {
            version: state.version,
            programs: state.programs.iter().map(|program| shown(program, state.address)).collect(),
            problem: state.problem.clone(),
            receiver: state.receiver.as_ref().map(|receiver| receiver.standing()),
        }
    }

    /// Forgets the conversations of a program, and gives them back.
    fn let_go_of(&self, program: &ProgramId) -> Vec<Arc<super::Conversation>> {
        let mut state = self.state();
        let gone: Vec<_> =
            state.conversations.values().filter(|found| found.program.id == *program).cloned().collect();
        state.conversations.retain(|_, found| found.program.id != *program);
        gone
    }
}
